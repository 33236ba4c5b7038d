export const HomeScreen = () => (
  <main>
    <h1>home</h1>
  </main>
)
