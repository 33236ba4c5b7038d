import { ChatBadge } from '#features/chat/ChatBadge.tsx'

export const ServiceBadge = () => (
  <span className="absolute -end-2 -top-1.5">
    <ChatBadge />
  </span>
)
