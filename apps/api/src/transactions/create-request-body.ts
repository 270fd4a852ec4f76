import {
  holderNameLength,
  isCardNumber,
  isExpiryMonth,
  isExpiryYear,
  isHolderName,
  isSecurityCode,
} from '#domain/card';
import { isText, lengthOf } from '#domain/text';
import {
  JsonObjectField,
  CalendarDate,
  Country,
  Email,
  IpAddress,
  LanguageTag,
  Literal,
  Matching,
  Passing,
  Phone,
  Text,
  Url,
} from './field-checks.js';

/** Specification §2.3. */
class CustomerBody {
  @Text() identifier?: string;
  @Email() email?: string;
  @Phone() phone?: string;
  @Text() first_name?: string;
  @Text() last_name?: string;
  @Text() middle_name?: string;
  @Country() country?: string;
  @Matching(/^([A-Z]{2}-)?[A-Z0-9]{1,3}$/, 'must be an ISO 3166-2 code, with or without the country')
  state_code?: string;
  @Text() city?: string;
  @Text() address?: string;
  @Text() zip_code?: string;
  @Text() itn?: string;
  @CalendarDate() birthday?: string;
  @IpAddress() ip?: string;
  @Text() gender?: string;
}

/** Specification §2.6. */
class CardBody {
  @Passing(isCardNumber, 'must be 12 to 19 digits with a correct check digit', {
    pattern: String.raw`^\d{12,19}$`,
  })
  pan?: string;
  @Passing(isExpiryMonth, 'must be a month from 1 to 12', { pattern: '^(0?[1-9]|1[0-2])$' })
  exp_month?: string;
  @Passing(isExpiryYear, 'must be a year of 2 or 4 digits', { pattern: String.raw`^(\d{2}|\d{4})$` })
  exp_year?: string;
  @Passing(isHolderName, 'must be 2 to 120 characters', {
    minLength: holderNameLength.min,
    maxLength: holderNameLength.max,
  })
  holder_name?: string;
  @Passing(isSecurityCode, 'must be 3 or 4 digits', { pattern: String.raw`^\d{3,4}$` }) cvv?: string;
}

const methodPattern = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const methodProblem = 'must be a lower-case snake_case method value';

/** Specification §2.2. */
class WidgetBody {
  @Matching(methodPattern, methodProblem) method?: string;
  @LanguageTag() locale?: string;
}

/** `isReference` as far as data can say it. */
export const referenceShape = {
  minLength: 1,
  maxLength: 128,
  pattern: String.raw`^(?!\.{1,2}$)[^\u0000-\u001f\u007f-\u009f]+$`,
};

/** Its values are the catalogue's business: some methods type them (specification §2.4). */
class ExtraBody {
  @JsonObjectField() meta?: object;
}

/**
 * The body of `POST /v2/payment` as far as it looks the same for every method (specification §2.2). `amount` is left
 * out: its JSON type depends on the method, and its text must not pass through a number.
 */
export class CreateRequestBody {
  @Matching(methodPattern, methodProblem) method?: string;
  @JsonObjectField() widget?: object;
  @Literal('initial') mode?: 'initial';
  @Reference() reference?: string;
  @Text() currency?: string;
  @Text(1024) description?: string;
  @JsonObjectField() customer?: object;
  @JsonObjectField() card?: object;
  @Url() redirect_url?: string;
  @Url() cancel_url?: string;
  @Url() error_url?: string;
  @Url() callback_url?: string;
  @LanguageTag() lang?: string;
  @Text() channel_code?: string;
  @JsonObjectField() extra?: object;
}

/** What is in the objects of the body. */
export const nestedBodies = { widget: WidgetBody, customer: CustomerBody, card: CardBody, extra: ExtraBody };

/** Contract §5. `.` and `..` would be lost in the path of the check endpoint. */
export function isReference(value: string): boolean {
  if (value === '.' || value === '..') return false;
  return isText(value, 128) && lengthOf(value) > 0 && !/\p{Cc}/u.test(value);
}

export function Reference(): PropertyDecorator {
  const problem = 'must be 1 to 128 characters without control characters, not . or ..';
  return Passing(isReference, problem, referenceShape);
}
