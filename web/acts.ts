/** Loaded early, because browsers do not repeat a failed import. */
import '#features/security/security.contract.ts'
import '#ui/device-store.ts'
import '#ui/sends.ts'
