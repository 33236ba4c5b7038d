/** Loaded early, because browsers do not repeat a failed import. */
import '#features/security/security.contract.ts'
import '#ui/device/device-store.ts'
import '#ui/call/sends.ts'
