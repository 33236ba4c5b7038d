export const RecordsScreen = () => (
  <main>
    <h1>Records</h1>
  </main>
)
