export const NoticesScreen = () => (
  <main>
    <h1>Notices</h1>
  </main>
)
