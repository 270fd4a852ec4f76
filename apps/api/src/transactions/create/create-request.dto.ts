import {
  holderNameLength,
  isCardNumber,
  isExpiryMonth,
  isExpiryYear,
  isHolderName,
  isSecurityCode,
} from '#domain/values/card';
import type { JsonNumber } from '#domain/values/json';
import {
  CalendarDate,
  CheckedByMethod,
  constraintsOf,
  Country,
  Email,
  IpAddress,
  JsonObjectField,
  LanguageTag,
  Literal,
  Matching,
  Nested,
  Passing,
  Phone,
  Reference,
  Required,
  Text,
  Url,
} from '../../http/constraints.js';

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

/** Some methods give its values a type (specification §2.4); the catalogue checks them. */
export class ExtraBody {
  @JsonObjectField() meta?: object;
}

/**
 * The body of `POST /v2/payment` and `POST /v2/payout` (specification §2.2), each field with the constraint that holds for
 * every method. The catalogue adds what depends on the method: further required fields, narrower constraints, the JSON type
 * of `amount`, and the object with the bank details of a payout's beneficiary.
 */
export class CreateRequestBody {
  @Matching(methodPattern, methodProblem) method?: string;
  @Nested(WidgetBody) widget?: WidgetBody;
  @Literal('initial') mode?: 'initial';
  @Required() @Reference() reference?: string;
  @Required() @Text() currency?: string;
  /** A number, an integer or a decimal string by method; its text never passes through a float. */
  @Required() @CheckedByMethod() amount?: JsonNumber | string;
  @Text(1024) description?: string;
  @Nested(CustomerBody) customer?: CustomerBody;
  /** For card payments only. */
  @Nested(CardBody) card?: CardBody;
  @Url() redirect_url?: string;
  @Url() cancel_url?: string;
  @Url() error_url?: string;
  @Url() callback_url?: string;
  @LanguageTag() lang?: string;
  @Text() channel_code?: string;
  @Nested(ExtraBody) extra?: ExtraBody;
}

/** The general constraints of contract §5 by wire path, read from the classes that acceptance checks with. */
export const generalConstraints = constraintsOf(CreateRequestBody);
