import * as v from 'valibot'
import { languages } from '#locales/registry.ts'
import { setting } from './store/settings.ts'
import { readWebAddress } from './web-address.ts'
import { appVersion } from './wire/signing/headers.ts'

const tags = languages.map(({ tag }) => tag)

export const release = setting({
  name: 'app.release',
  narrowsWithdrawing: false,
  about:
    'The newest app: {"version": "2.1.0", "code": 210, "force": false, "package": "", "text": {"en": "What is new."}}. package: an https address to fetch it from; empty: the page is loaded anew',
  initial: { version: appVersion.name, code: appVersion.code, force: false, package: '', text: { en: '' } },
  schema: v.strictObject({
    version: v.pipe(v.string(), v.regex(/^\d{1,4}(\.\d{1,4}){2}$/, 'a version is like 2.1.0')),
    code: v.pipe(v.number(), v.integer(), v.minValue(1)),
    force: v.boolean(),
    package: v.pipe(
      v.string(),
      v.check((text) => text === '' || readWebAddress(text) !== undefined, 'package: an https address, or empty'),
    ),
    text: v.pipe(
      v.record(v.picklist(tags), v.pipe(v.string(), v.maxLength(2000))),
      v.check((texts) => 'en' in texts, 'the text needs English'),
    ),
  }),
})
