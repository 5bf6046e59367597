/** Texts that no database keeps as they are: with a NUL, or with half of a pair of surrogates. [RQ10] */
import { AppError } from '../../shared/errors.ts'

/** Throws `invalid_request`. Keys are texts as well. */
export function checkTexts(value: unknown): void {
  if (typeof value === 'string') checkText(value)
  else if (Array.isArray(value)) value.forEach(checkTexts)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      checkText(key)
      checkTexts(each)
    }
  }
}

function checkText(text: string): void {
  if (!text.isWellFormed() || text.includes('\0')) throw new AppError('invalid_request')
}
