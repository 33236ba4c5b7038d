export const ReferralsScreen = () => (
  <main>
    <h1>Referrals</h1>
  </main>
)
