/*
 * The codes of the packaged regions. The atlas of the world has numbers of ISO 3166-1 and names in English, that of the states FIPS
 * numbers and names.
 */

/** A number of ISO 3166-1 with its codes of two and of three letters. */
const COUNTRIES = `
004 AF AFG, 008 AL ALB, 010 AQ ATA, 012 DZ DZA, 016 AS ASM, 020 AD AND, 024 AO AGO, 028 AG ATG, 031 AZ AZE,
032 AR ARG, 036 AU AUS, 040 AT AUT, 044 BS BHS, 048 BH BHR, 050 BD BGD, 051 AM ARM, 052 BB BRB, 056 BE BEL,
060 BM BMU, 064 BT BTN, 068 BO BOL, 070 BA BIH, 072 BW BWA, 074 BV BVT, 076 BR BRA, 084 BZ BLZ, 086 IO IOT,
090 SB SLB, 092 VG VGB, 096 BN BRN, 100 BG BGR, 104 MM MMR, 108 BI BDI, 112 BY BLR, 116 KH KHM, 120 CM CMR,
124 CA CAN, 132 CV CPV, 136 KY CYM, 140 CF CAF, 144 LK LKA, 148 TD TCD, 152 CL CHL, 156 CN CHN, 158 TW TWN,
162 CX CXR, 166 CC CCK, 170 CO COL, 174 KM COM, 175 YT MYT, 178 CG COG, 180 CD COD, 184 CK COK, 188 CR CRI,
191 HR HRV, 192 CU CUB, 196 CY CYP, 203 CZ CZE, 204 BJ BEN, 208 DK DNK, 212 DM DMA, 214 DO DOM, 218 EC ECU,
222 SV SLV, 226 GQ GNQ, 231 ET ETH, 232 ER ERI, 233 EE EST, 234 FO FRO, 238 FK FLK, 239 GS SGS, 242 FJ FJI,
246 FI FIN, 248 AX ALA, 250 FR FRA, 254 GF GUF, 258 PF PYF, 260 TF ATF, 262 DJ DJI, 266 GA GAB, 268 GE GEO,
270 GM GMB, 275 PS PSE, 276 DE DEU, 288 GH GHA, 292 GI GIB, 296 KI KIR, 300 GR GRC, 304 GL GRL, 308 GD GRD,
312 GP GLP, 316 GU GUM, 320 GT GTM, 324 GN GIN, 328 GY GUY, 332 HT HTI, 334 HM HMD, 336 VA VAT, 340 HN HND,
344 HK HKG, 348 HU HUN, 352 IS ISL, 356 IN IND, 360 ID IDN, 364 IR IRN, 368 IQ IRQ, 372 IE IRL, 376 IL ISR,
380 IT ITA, 384 CI CIV, 388 JM JAM, 392 JP JPN, 398 KZ KAZ, 400 JO JOR, 404 KE KEN, 408 KP PRK, 410 KR KOR,
414 KW KWT, 417 KG KGZ, 418 LA LAO, 422 LB LBN, 426 LS LSO, 428 LV LVA, 430 LR LBR, 434 LY LBY, 438 LI LIE,
440 LT LTU, 442 LU LUX, 446 MO MAC, 450 MG MDG, 454 MW MWI, 458 MY MYS, 462 MV MDV, 466 ML MLI, 470 MT MLT,
474 MQ MTQ, 478 MR MRT, 480 MU MUS, 484 MX MEX, 492 MC MCO, 496 MN MNG, 498 MD MDA, 499 ME MNE, 500 MS MSR,
504 MA MAR, 508 MZ MOZ, 512 OM OMN, 516 NA NAM, 520 NR NRU, 524 NP NPL, 528 NL NLD, 531 CW CUW, 533 AW ABW,
534 SX SXM, 535 BQ BES, 540 NC NCL, 548 VU VUT, 554 NZ NZL, 558 NI NIC, 562 NE NER, 566 NG NGA, 570 NU NIU,
574 NF NFK, 578 NO NOR, 580 MP MNP, 581 UM UMI, 583 FM FSM, 584 MH MHL, 585 PW PLW, 586 PK PAK, 591 PA PAN,
598 PG PNG, 600 PY PRY, 604 PE PER, 608 PH PHL, 612 PN PCN, 616 PL POL, 620 PT PRT, 624 GW GNB, 626 TL TLS,
630 PR PRI, 634 QA QAT, 638 RE REU, 642 RO ROU, 643 RU RUS, 646 RW RWA, 652 BL BLM, 654 SH SHN, 659 KN KNA,
660 AI AIA, 662 LC LCA, 663 MF MAF, 666 PM SPM, 670 VC VCT, 674 SM SMR, 678 ST STP, 682 SA SAU, 686 SN SEN,
688 RS SRB, 690 SC SYC, 694 SL SLE, 702 SG SGP, 703 SK SVK, 704 VN VNM, 705 SI SVN, 706 SO SOM, 710 ZA ZAF,
716 ZW ZWE, 724 ES ESP, 728 SS SSD, 729 SD SDN, 732 EH ESH, 740 SR SUR, 744 SJ SJM, 748 SZ SWZ, 752 SE SWE,
756 CH CHE, 760 SY SYR, 762 TJ TJK, 764 TH THA, 768 TG TGO, 772 TK TKL, 776 TO TON, 780 TT TTO, 784 AE ARE,
788 TN TUN, 792 TR TUR, 795 TM TKM, 796 TC TCA, 798 TV TUV, 800 UG UGA, 804 UA UKR, 807 MK MKD, 818 EG EGY,
826 GB GBR, 831 GG GGY, 832 JE JEY, 833 IM IMN, 834 TZ TZA, 840 US USA, 850 VI VIR, 854 BF BFA, 858 UY URY,
860 UZ UZB, 862 VE VEN, 876 WF WLF, 882 WS WSM, 887 YE YEM, 894 ZM ZMB`;

/** A FIPS number with the code of the post. */
const STATES =
  '01 AL, 02 AK, 04 AZ, 05 AR, 06 CA, 08 CO, 09 CT, 10 DE, 11 DC, 12 FL, 13 GA, 15 HI, 16 ID, 17 IL, 18 IN, 19 IA, 20 KS, 21 KY, ' +
  '22 LA, 23 ME, 24 MD, 25 MA, 26 MI, 27 MN, 28 MS, 29 MO, 30 MT, 31 NE, 32 NV, 33 NH, 34 NJ, 35 NM, 36 NY, 37 NC, 38 ND, 39 OH, ' +
  '40 OK, 41 OR, 42 PA, 44 RI, 45 SC, 46 SD, 47 TN, 48 TX, 49 UT, 50 VT, 51 VA, 53 WA, 54 WV, 55 WI, 56 WY, 60 AS, 66 GU, 69 MP, ' +
  '72 PR, 78 VI';

/** Names that a country goes by and no list of ours has, by its code of two letters. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  BN: ['Brunei Darussalam'],
  BO: ['Plurinational State of Bolivia'],
  CD: ['Democratic Republic of the Congo', 'DR Congo', 'Congo, Dem. Rep.', 'Congo (Kinshasa)'],
  CG: ['Republic of the Congo', 'Congo, Rep.', 'Congo (Brazzaville)'],
  CI: ['Ivory Coast'],
  CV: ['Cape Verde'],
  CZ: ['Czech Republic'],
  FM: ['Federated States of Micronesia'],
  GB: ['UK', 'Great Britain'],
  HK: ['Hong Kong'],
  IR: ['Islamic Republic of Iran', 'Iran, Islamic Rep.', 'Iran, Islamic Republic of'],
  KP: ["Democratic People's Republic of Korea", 'Korea, Dem. Rep.'],
  KR: ['Republic of Korea', 'Korea, Rep.', 'Korea, Republic of'],
  LA: ["Lao People's Democratic Republic", 'Lao PDR'],
  MD: ['Republic of Moldova', 'Moldova, Republic of'],
  MK: ['North Macedonia'],
  MM: ['Burma', 'Myanmar'],
  MO: ['Macau', 'Macao'],
  PS: ['State of Palestine', 'West Bank and Gaza'],
  RU: ['Russian Federation'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey', 'Türkiye'],
  TZ: ['United Republic of Tanzania', 'Tanzania, United Republic of'],
  US: ['USA', 'United States', 'United States of America'],
  VA: ['Vatican City', 'Holy See'],
  VE: ['Bolivarian Republic of Venezuela', 'Venezuela, RB'],
  VN: ['Viet Nam'],
};

const read = (table: string) => new Map(table.split(',').map((line) => parts(line)));

function parts(line: string): [string, readonly string[]] {
  const [number = '', ...codes] = line.trim().split(' ');
  return [number, codes];
}

let countries: ReadonlyMap<string, readonly string[]> | undefined;
let states: ReadonlyMap<string, readonly string[]> | undefined;

/** The codes of a country of two and three letters, by its number; of Kosovo, which has none, by its name. */
export function countryCodes(id: string, name: string): { iso_a2?: string; iso_a3?: string } {
  if (name === 'Kosovo') return { iso_a2: 'XK', iso_a3: 'XKX' };
  countries ??= read(COUNTRIES);
  const [two, three] = countries.get(id) ?? [];
  return two !== undefined && three !== undefined ? { iso_a2: two, iso_a3: three } : {};
}

/** The code of a state of two letters, by its number. */
export function stateCode(id: string): string | undefined {
  states ??= read(STATES);
  return states.get(id)?.[0];
}

/** What else people call a country, in English and in the language of the page. */
export function countryNames(code: string, language: string | undefined): string[] {
  const named = [...new Set(['en', language ?? 'en'])].flatMap((locale) => nameIn(locale, code) ?? []);
  return [...named, ...(OTHER_NAMES[code] ?? [])];
}

const nameIn = (locale: string, code: string) =>
  new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }).of(code);
