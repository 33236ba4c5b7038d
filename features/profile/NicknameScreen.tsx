export const NicknameScreen = () => (
  <main>
    <h1>Nickname</h1>
  </main>
)
