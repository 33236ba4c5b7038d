export const SettingsScreen = () => (
  <main>
    <h1>Settings</h1>
  </main>
)
