export const LanguageScreen = () => (
  <main>
    <h1>Language</h1>
  </main>
)
