export const AccountScreen = () => (
  <main>
    <h1>Account</h1>
  </main>
)
