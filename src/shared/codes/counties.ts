/**
 * The 41 counties and București, each with its seat and the seat's coordinates in degrees. Names are Romanian in both
 * locales.
 */
export const COUNTIES = [
  { code: "ab", name: "Alba", seat: "Alba Iulia", latitude: 46.07, longitude: 23.58 },
  { code: "ar", name: "Arad", seat: "Arad", latitude: 46.18, longitude: 21.31 },
  { code: "ag", name: "Argeș", seat: "Pitești", latitude: 44.86, longitude: 24.87 },
  { code: "bc", name: "Bacău", seat: "Bacău", latitude: 46.57, longitude: 26.91 },
  { code: "bh", name: "Bihor", seat: "Oradea", latitude: 47.05, longitude: 21.92 },
  { code: "bn", name: "Bistrița-Năsăud", seat: "Bistrița", latitude: 47.13, longitude: 24.5 },
  { code: "bt", name: "Botoșani", seat: "Botoșani", latitude: 47.75, longitude: 26.67 },
  { code: "bv", name: "Brașov", seat: "Brașov", latitude: 45.65, longitude: 25.6 },
  { code: "br", name: "Brăila", seat: "Brăila", latitude: 45.27, longitude: 27.97 },
  { code: "b", name: "București", seat: "București", latitude: 44.43, longitude: 26.1 },
  { code: "bz", name: "Buzău", seat: "Buzău", latitude: 45.15, longitude: 26.82 },
  { code: "cs", name: "Caraș-Severin", seat: "Reșița", latitude: 45.3, longitude: 21.89 },
  { code: "cl", name: "Călărași", seat: "Călărași", latitude: 44.2, longitude: 27.33 },
  { code: "cj", name: "Cluj", seat: "Cluj-Napoca", latitude: 46.77, longitude: 23.59 },
  { code: "ct", name: "Constanța", seat: "Constanța", latitude: 44.18, longitude: 28.64 },
  { code: "cv", name: "Covasna", seat: "Sfântu Gheorghe", latitude: 45.86, longitude: 25.79 },
  { code: "db", name: "Dâmbovița", seat: "Târgoviște", latitude: 44.93, longitude: 25.46 },
  { code: "dj", name: "Dolj", seat: "Craiova", latitude: 44.32, longitude: 23.8 },
  { code: "gl", name: "Galați", seat: "Galați", latitude: 45.43, longitude: 28.04 },
  { code: "gr", name: "Giurgiu", seat: "Giurgiu", latitude: 43.9, longitude: 25.97 },
  { code: "gj", name: "Gorj", seat: "Târgu Jiu", latitude: 45.04, longitude: 23.27 },
  { code: "hr", name: "Harghita", seat: "Miercurea Ciuc", latitude: 46.36, longitude: 25.8 },
  { code: "hd", name: "Hunedoara", seat: "Deva", latitude: 45.88, longitude: 22.9 },
  { code: "il", name: "Ialomița", seat: "Slobozia", latitude: 44.56, longitude: 27.37 },
  { code: "is", name: "Iași", seat: "Iași", latitude: 47.16, longitude: 27.59 },
  { code: "if", name: "Ilfov", seat: "Buftea", latitude: 44.57, longitude: 25.95 },
  { code: "mm", name: "Maramureș", seat: "Baia Mare", latitude: 47.66, longitude: 23.58 },
  { code: "mh", name: "Mehedinți", seat: "Drobeta-Turnu Severin", latitude: 44.63, longitude: 22.66 },
  { code: "ms", name: "Mureș", seat: "Târgu Mureș", latitude: 46.54, longitude: 24.56 },
  { code: "nt", name: "Neamț", seat: "Piatra Neamț", latitude: 46.93, longitude: 26.37 },
  { code: "ot", name: "Olt", seat: "Slatina", latitude: 44.43, longitude: 24.36 },
  { code: "ph", name: "Prahova", seat: "Ploiești", latitude: 44.94, longitude: 26.02 },
  { code: "sm", name: "Satu Mare", seat: "Satu Mare", latitude: 47.79, longitude: 22.88 },
  { code: "sj", name: "Sălaj", seat: "Zalău", latitude: 47.19, longitude: 23.06 },
  { code: "sb", name: "Sibiu", seat: "Sibiu", latitude: 45.8, longitude: 24.15 },
  { code: "sv", name: "Suceava", seat: "Suceava", latitude: 47.65, longitude: 26.26 },
  { code: "tr", name: "Teleorman", seat: "Alexandria", latitude: 43.97, longitude: 25.33 },
  { code: "tm", name: "Timiș", seat: "Timișoara", latitude: 45.75, longitude: 21.23 },
  { code: "tl", name: "Tulcea", seat: "Tulcea", latitude: 45.18, longitude: 28.8 },
  { code: "vs", name: "Vaslui", seat: "Vaslui", latitude: 46.64, longitude: 27.73 },
  { code: "vl", name: "Vâlcea", seat: "Râmnicu Vâlcea", latitude: 45.1, longitude: 24.37 },
  { code: "vn", name: "Vrancea", seat: "Focșani", latitude: 45.7, longitude: 27.18 },
] as const;

export type County = (typeof COUNTIES)[number]["code"];

export const COUNTY_CODES = COUNTIES.map((county) => county.code) as unknown as readonly [
  County,
  ...County[],
];

/** The county's name, "Cluj" for `cj`. */
export function countyName(code: County): string {
  return COUNTIES.find((county) => county.code === code)?.name ?? code;
}

/** The county's seat, "Cluj-Napoca" for `cj`. */
export function countySeat(code: County): string {
  return COUNTIES.find((county) => county.code === code)?.seat ?? code;
}

/** A county with a place in it, each name once: "Cluj, Zorilor"; "Brașov, Șchei" for "Șchei, Brașov". */
export const joinPlace = (countyName: string, place: string): string =>
  [...new Set([countyName, ...place.split(",").map((part) => part.trim())])].filter(Boolean).join(", ");
