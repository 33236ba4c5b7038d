declare module 'web-push' {
  type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }
  type Options = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
    TTL: number
    urgency: 'normal' | 'high'
    topic: string
    contentEncoding: 'aes128gcm'
  }
  type Request = { method: 'POST'; headers: Record<string, string | number>; body: Uint8Array; endpoint: string }
  const webPush: { generateRequestDetails(subscription: Subscription, payload: string, options: Options): Request }
  export = webPush
}
