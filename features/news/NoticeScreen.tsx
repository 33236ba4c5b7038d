export const NoticeScreen = () => (
  <main>
    <h1>Notice</h1>
  </main>
)
