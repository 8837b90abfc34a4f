import { COUNTIES, type County } from "@/shared/codes";

/** Number of listings in a county, and the usual names of its neighbourhoods and towns. */
type Place = { listings: number; neighbourhoods: string };

const PLACES: Record<County, Place> = {
  b: {
    listings: 82,
    neighbourhoods:
      "Drumul Taberei, Titan, Militari, Berceni, Tineretului, Floreasca, Colentina, Pantelimon, Crângași, Cotroceni, Aviației, Vitan, Dristor, Băneasa, Obor, Piața Victoriei, Rahova, Domenii",
  },
  cj: {
    listings: 38,
    neighbourhoods:
      "Zorilor, Mănăștur, Gheorgheni, Mărăști, Grigorescu, Bună Ziua, Andrei Mureșanu, Florești, Centru, Someșeni, Turda",
  },
  is: {
    listings: 27,
    neighbourhoods:
      "Copou, Tătărași, Nicolina, Podu Roș, Păcurari, Galata, Alexandru cel Bun, Centru, Valea Lupului",
  },
  tm: {
    listings: 27,
    neighbourhoods:
      "Circumvalațiunii, Complexul Studențesc, Soarelui, Girocului, Elisabetin, Fabric, Iosefin, Dumbrăvița, Lipovei, Lugoj",
  },
  bv: {
    listings: 14,
    neighbourhoods: "Tractorul, Astra, Bartolomeu, Răcădău, Centrul Civic, Noua, Făgăraș, Săcele",
  },
  ct: {
    listings: 14,
    neighbourhoods: "Tomis Nord, Faleză Nord, Inel II, Tomis III, Coiciu, Mangalia, Medgidia",
  },
  dj: { listings: 11, neighbourhoods: "Craiovița Nouă, Brazda lui Novac, Rovine, Lăpuș, Centru, Calafat" },
  ph: { listings: 11, neighbourhoods: "Malu Roșu, Cantacuzino, Republicii, Nord, Câmpina, Sinaia" },
  sb: { listings: 10, neighbourhoods: "Hipodrom, Vasile Aaron, Ștrand, Terezian, Turnișor, Mediaș" },
  bh: { listings: 10, neighbourhoods: "Rogerius, Nufărul, Velența, Ioșia, Centru, Beiuș" },
  gl: { listings: 8, neighbourhoods: "Mazepa, Țiglina, Micro 17, Dunărea, Centru, Tecuci" },
  if: { listings: 8, neighbourhoods: "Voluntari, Popești-Leordeni, Bragadiru, Otopeni, Chiajna, Buftea" },
  ag: { listings: 8, neighbourhoods: "Trivale, Prundu, Găvana, Exercițiu, Mioveni" },
  ab: { listings: 4, neighbourhoods: "Cetate, Ampoi, Sebeș, Aiud, Blaj" },
  ar: { listings: 6, neighbourhoods: "Aurel Vlaicu, Micălaca, Grădiște, Centru" },
  bc: { listings: 6, neighbourhoods: "Nord, Republicii, Șerbănești, Onești, Moinești" },
  bn: { listings: 4, neighbourhoods: "Centru, Independenței, Năsăud, Beclean" },
  bt: { listings: 4, neighbourhoods: "Bucovina, Primăverii, Centru, Dorohoi" },
  br: { listings: 5, neighbourhoods: "Viziru, Hipodrom, Călărași IV, Centru" },
  bz: { listings: 5, neighbourhoods: "Micro XIV, Dorobanți, Broșteni, Râmnicu Sărat" },
  cs: { listings: 4, neighbourhoods: "Govândari, Muncitoresc, Caransebeș" },
  cl: { listings: 4, neighbourhoods: "Centru, Mircea Vodă, Oltenița" },
  cv: { listings: 4, neighbourhoods: "Centru, Simeria, Târgu Secuiesc" },
  db: { listings: 5, neighbourhoods: "Micro VI, Centru, Găești, Moreni" },
  gr: { listings: 4, neighbourhoods: "Centru, Steaua Dunării, Bolintin-Vale" },
  gj: { listings: 4, neighbourhoods: "Debarcader, 9 Mai, Centru, Motru" },
  hr: { listings: 4, neighbourhoods: "Centru, Odorheiu Secuiesc, Gheorgheni, Toplița" },
  hd: { listings: 6, neighbourhoods: "Dacia, Micro 15, Hunedoara, Petroșani, Orăștie" },
  il: { listings: 4, neighbourhoods: "Bora, Centru, Fetești, Urziceni" },
  mm: { listings: 7, neighbourhoods: "Vasile Alecsandri, Traian, Săsar, Sighetu Marmației" },
  mh: { listings: 4, neighbourhoods: "Crihala, Centru, Aluniș" },
  ms: { listings: 8, neighbourhoods: "Tudor, Dâmbul Pietros, 7 Noiembrie, Centru, Reghin, Sighișoara" },
  nt: { listings: 6, neighbourhoods: "Precista, Mărăței, Dărmănești, Roman" },
  ot: { listings: 4, neighbourhoods: "Steaua, Progresul, Caracal" },
  sm: { listings: 5, neighbourhoods: "Micro 17, Carpați, Centru, Carei" },
  sj: { listings: 4, neighbourhoods: "Dumbrava, Brădet, Șimleu Silvaniei" },
  sv: { listings: 8, neighbourhoods: "Obcini, George Enescu, Burdujeni, Rădăuți, Fălticeni" },
  tr: { listings: 4, neighbourhoods: "Centru, Roșiori de Vede, Turnu Măgurele" },
  tl: { listings: 4, neighbourhoods: "Faleză, Vest, Babadag" },
  vs: { listings: 5, neighbourhoods: "Gara, Centru, Bârlad, Huși" },
  vl: { listings: 5, neighbourhoods: "Ostroveni, Nord, Traian, Drăgășani" },
  vn: { listings: 5, neighbourhoods: "Sud, Bahne, Centru, Adjud" },
};

export const countListings = (county: County): number => PLACES[county].listings;
export const listNeighbourhoods = (county: County): string[] => PLACES[county].neighbourhoods.split(", ");

/** The county's seat with its coordinates. */
export function getSeatPoint(code: County): { seat: string; latitude: number; longitude: number } {
  const county = COUNTIES.find((entry) => entry.code === code);
  if (!county) throw new Error(`no such county: ${code}`);
  return county;
}

/** The university town nearest to a county. */
export function getUniversityTown(county: County): string {
  const near: Partial<Record<County, string>> = {
    cj: "Cluj-Napoca",
    bn: "Cluj-Napoca",
    sj: "Cluj-Napoca",
    mm: "Cluj-Napoca",
    sm: "Cluj-Napoca",
    ab: "Cluj-Napoca",
    bh: "Oradea",
    is: "Iași",
    vs: "Iași",
    nt: "Iași",
    bt: "Iași",
    bc: "Iași",
    sv: "Suceava",
    tm: "Timișoara",
    ar: "Timișoara",
    cs: "Timișoara",
    hd: "Timișoara",
    bv: "Brașov",
    cv: "Brașov",
    hr: "Brașov",
    sb: "Sibiu",
    ms: "Târgu Mureș",
    dj: "Craiova",
    gj: "Craiova",
    mh: "Craiova",
    ot: "Craiova",
    ct: "Constanța",
    tl: "Constanța",
    gl: "Galați",
    br: "Galați",
    vn: "Galați",
  };
  return near[county] ?? "București";
}
