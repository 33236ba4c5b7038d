import { ChatBadge } from '#features/chat/ChatBadge.tsx'

/** What is unread of support, at the corner of its place on the home screen. */
export const ServiceBadge = () => (
  <span className="absolute -end-2 -top-1.5">
    <ChatBadge />
  </span>
)
