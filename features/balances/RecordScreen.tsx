export const RecordScreen = () => (
  <main>
    <h1>Record</h1>
  </main>
)
