export const WalletScreen = () => (
  <main>
    <h1>Wallet</h1>
  </main>
)
