export const StartScreen = () => (
  <main>
    <h1>start</h1>
  </main>
)
