import { createServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { mailServerUrl, smtpMailer } from './smtp-mailer.server.ts'

async function listen(answerToMail = '250 taken'): Promise<{ server: Server; url: string; said: () => string }> {
  let said = ''
  const server = createServer((socket) => {
    let inLetter = false
    socket.write('220 mail.example\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      said += text
      if (inLetter) {
        if (!said.endsWith('\r\n.\r\n')) return
        inLetter = false
        socket.write('250 kept\r\n')
        return
      }
      for (const line of text.split('\r\n').filter(Boolean)) {
        if (/^EHLO/i.test(line)) socket.write('250-mail.example\r\n250 8BITMIME\r\n')
        else if (/^MAIL/i.test(line)) socket.write(`${answerToMail}\r\n`)
        else if (/^DATA/i.test(line)) {
          inLetter = true
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { server, url: `smtp://127.0.0.1:${port}`, said: () => said }
}

const letter = {
  to: 'ada@example.com',
  subject: 'Ihr Code — 验证码',
  text: 'The code is 123456.',
  html: '<p>The code is <b>123456</b>. <img src="cid:seal"></p>',
  pictures: [{ cid: 'seal', png: new Uint8Array([137, 80, 78, 71]) }],
}
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

it('gives a mail server text, HTML and the picture it names', async () => {
  const { server, url, said } = await listen()
  const mailer = smtpMailer(url, 'Glasshouse <no-reply@glasshouse.example>')
  closing.push(
    () => mailer.close(),
    () => server.close(),
  )
  await mailer.send(letter)
  const told = said()
  expect(told).toMatch(/^MAIL FROM:<no-reply@glasshouse\.example>/m)
  expect(told).toMatch(/^RCPT TO:<ada@example\.com>/m)
  expect(told).toMatch(/^Auto-Submitted: auto-generated/m)
  expect(told).toMatch(/^Content-Type: text\/plain/m)
  expect(told).toMatch(/^Content-Type: text\/html/m)
  expect(told).toMatch(/^Content-Id: <seal>/im)
  expect(told).toContain('The code is 123456.')
})

it('says so when the server does not take it, or nobody is there', async () => {
  const { server, url } = await listen('451 come again')
  const mailer = smtpMailer(url, 'Glasshouse <no-reply@glasshouse.example>')
  closing.push(() => mailer.close())
  await expect(mailer.send(letter)).rejects.toThrow('451')
  mailer.close()
  await new Promise((done) => server.close(done))
  const nobody = smtpMailer(url, 'Glasshouse <no-reply@glasshouse.example>')
  closing.push(() => nobody.close())
  await expect(nobody.send(letter)).rejects.toThrow()
})

it('sends nothing to a mail server elsewhere that speaks no TLS', async () => {
  expect(mailServerUrl('smtp://ada:p%40ss@mail.example:587')).toBe('smtp://ada:p%40ss@mail.example:587?requireTLS=true')
  for (const url of ['smtp://127.0.0.1:2525', 'smtps://ada:secret@mail.example:465'])
    expect(mailServerUrl(url)).toBe(url)
  const { server, url, said } = await listen()
  const mailer = smtpMailer(`${url}?requireTLS=true`, 'Glasshouse <no-reply@glasshouse.example>')
  closing.push(
    () => mailer.close(),
    () => server.close(),
  )
  await expect(mailer.send(letter)).rejects.toThrow()
  expect(said()).not.toContain('MAIL FROM')
})
