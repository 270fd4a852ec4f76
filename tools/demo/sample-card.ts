/** The sandbox's card without a scenario of its own (contract §10), and who holds it. */
export const sampleCard = {
  pan: '4242424242424242',
  exp_month: '12',
  exp_year: '2039',
  cvv: '123',
  holder_name: 'JANE DOE',
} as const;

/** The sandbox's test number for a card that its bank declines. */
export const declinedPan = '4000000000000002';

export const cardCustomer = {
  identifier: 'tour-card',
  email: 'jane.doe@example.com',
  phone: '+4915112345678',
  first_name: 'Jane',
  last_name: 'Doe',
  country: 'DE',
  state_code: 'BE',
  city: 'Berlin',
  address: 'Sample street 1',
  zip_code: '10115',
  birthday: '1990-05-17',
  ip: '203.0.113.7',
} as const;
