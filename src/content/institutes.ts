const iims = [
  'Ahmedabad',
  'Amritsar',
  'Bangalore',
  'Bodh Gaya',
  'Calcutta',
  'Indore',
  'Jammu',
  'Kashipur',
  'Kozhikode',
  'Lucknow',
  'Mumbai',
  'Nagpur',
  'Raipur',
  'Ranchi',
  'Rohtak',
  'Sambalpur',
  'Shillong',
  'Sirmaur',
  'Tiruchirappalli',
  'Udaipur',
  'Visakhapatnam',
].map((city) => `IIM ${city}`);

/** Institutes that fields suggest while the member types (§16.94). Members can type any other institute too. */
export const institutes = {
  iims,
  /** Those that most members apply to, one press away. */
  first: [
    'IIM Ahmedabad',
    'IIM Bangalore',
    'IIM Calcutta',
    'IIM Lucknow',
    'XLRI Jamshedpur',
    'FMS Delhi',
  ],
  all: [
    ...iims,
    'FMS Delhi',
    'IIFT Delhi',
    'ISB Hyderabad',
    'ISB Mohali',
    'MDI Gurgaon',
    'NMIMS Mumbai',
    'SPJIMR Mumbai',
    'XLRI Jamshedpur',
  ],
} as const;
