declare module 'nodemailer' {
  type Attachment = {
    filename: string
    content: Buffer
    contentType: string
    cid: string
    contentDisposition: 'inline'
  }
  type Message = {
    from: string
    to: string
    subject: string
    text: string
    html: string
    attachments: Attachment[]
    headers: Record<string, string>
  }
  type Transport = { sendMail(message: Message): Promise<unknown>; close(): void }
  type Options = {
    url: string
    pool: boolean
    maxConnections: number
    connectionTimeout: number
    greetingTimeout: number
    socketTimeout: number
    disableFileAccess: boolean
    disableUrlAccess: boolean
  }
  export function createTransport(options: Options): Transport
}
