export const InfoScreen = () => (
  <main>
    <h1>Info</h1>
  </main>
)
