export const TokenScreen = () => (
  <main>
    <h1>Token</h1>
  </main>
)
