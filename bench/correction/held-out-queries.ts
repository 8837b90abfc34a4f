import type { CorrectQuery } from "./correct-queries";

/**
 * Correct searches of everyday words and first names of Romanian and English, alone and next to a subject. Held out: the
 * rules were not changed after these were measured. Most words have nothing to do with lessons, so this is a harder set
 * than the searches of visitors.
 */
const ROMANIAN_WORDS = `
albina alun amintire anotimp arbore argint aripa armata artist asfalt aspirator balcon balena banana barba basm batran
becul bicicleta biserica blugi bomboana borcan brad branza brutar bucatar bucata bulion burete busuioc cabana cafea
caisa camera camion canapea capra caramida carlig carnat cartof castel castravete catifea ceainic ceasul cercel cerneala
ciocan ciorap cireasa ciuperca clopot coada cocos colier comoara computer copac corabie corbul cratita cravata cuptor
curcubeu curte cutie cutit degete delfin desert diamant dovleac dragoste duba elefant entuziasm erou excursie fabrica
farfurie fereastra fericire fiara floare fluture foarfece frigider frunza fulger furculita furtuna galben gaina gard
gheata ghiocel girafa glob grabit gradina grau greier gripa groapa gunoi gura haina hartie hotel iaurt iepure inel
inima insula iubire izvor jacheta jucarie lacrima lampa lana lebada leu libertate limonada linguri livada lopata lumina
lumanare lup macara magazin maimuta marmura matura melc miere mireasa miros morcov moara motor muscatura nasture nisip
noapte nuca nunta oaie oglinda omida orez os otel padure pahar papagal parc parfum pasare pastai patura perete perna
pescar peste plaja plante plimbare plop poarta pod porumb portocala prajitura prune pumn radacina rampa rata razboi
restaurant rinichi roata rosie sabie salata saltea sandale sapun sarpe secret semafor servetel sirop soarece spital
stea steag stofa strada sticla stejar strugure suc tacere tara taxi telefon tigaie tigru timbru trandafir trenul tricou
tufis turist ulei umbra umbrela unchi unghie vacanta valiza varza vecin veioza veverita viespe vulpe vultur zahar zana
zapada zebra zid zmeura`;

const ENGLISH_WORDS = `
airplane animal apple autumn bakery balloon basket beach bedroom bicycle birthday blanket bottle branch breakfast bridge
brother brown bucket butter button cabbage camera candle carpet castle ceiling chair cheese cherry chicken chimney
circle cloud coffee corner cotton cousin cucumber curtain daughter desert diamond dinner doctor dragon dress eagle
elbow engine evening factory farmer feather fence finger flower forest fridge frozen gentle giraffe glasses gloves
goose grandma grape hammer harbor helmet honey horse hospital husband island jacket jungle kettle kitten ladder lantern
laundry lemon lettuce library lighthouse lion magazine magnet meadow mirror monkey mountain mushroom needle neighbor
nephew onion orange oven painter parrot peach pencil pepper picnic pillow pirate planet pocket potato pumpkin puppy
purple rabbit rainbow recipe ribbon river rocket saddle sailor sandwich scarf season shadow shirt shoulder silver sister
spider spoon squirrel stairs station stomach storm sugar sunset sweater table thunder ticket tiger tomato tractor turtle
umbrella uncle valley vegetable village wagon wallet weather wheel whistle wizard yellow zipper`;

const FIRST_NAMES = `
Achim Adela Adelina Adina Adrian Agata Agripina Albert Alexia Alma Amalia Amelia Anatol Anastasia Angela Aniela Antoaneta
Arina Aura Axinia Beniamin Bella Beatrice Camil Casiana Cecilia Clara Clementina Codrut Codruta Cora Cosmina Damaris
David Decebal Demetra Denise Despina Dominic Dumitra Edith Eftimie Eliza Ella Emanuel Emanuela Erika Ernest Estera
Fabian Fanel Filofteia Flora Floarea Francisc Frederic Geanina Genoveva Gherasim Ghita Gloria Grigorie Henrieta Hortensia
Iasmina Ieronim Ilarion Ilona Ines Ioachim Iolanda Iosif Irinel Isabela Isidora Iulius Ivona Jana Jasmina Jeni Julieta
Katia Lacramioara Larisa Leonard Leonte Letitia Lili Lorena Luana Lucretia Ludovic Magdalena Maia Malina Marcela
Margareta Marilena Maxim Melania Melisa Mitica Nadia Narcis Narcisa Nastasia Nela Nicolina Noemi Norica Octav Ofelia
Oliver Oltea Onisim Oxana Pamfil Paraschiva Patric Petronela Petrica Pompiliu Rahela Rafael Raisa Ramona Roberta Rafila
Rozalia Ruxandra Sabin Salomea Samuel Savina Saveta Serafim Sergiu Sidonia Simion Smaranda Sonia Stela Suzana Tabita
Teofil Tereza Titus Toma Valentino Vanesa Vasilica Vicentiu Violeta Viola Vladimir Xenia Zaharia Zamfira Zenovia Zina`;

const SUBJECTS = ["mate", "engleza", "pian", "profesor"];

const toWords = (text: string): string[] => text.trim().split(/\s+/);

/** Each word alone; every second one also next to a subject. */
export function listHeldOutQueries(): CorrectQuery[] {
  const words = [ROMANIAN_WORDS, ENGLISH_WORDS, FIRST_NAMES].flatMap(toWords);
  const pairs = words.flatMap((word, n) =>
    n % 2 === 0 ? [`${SUBJECTS[(n / 2) % SUBJECTS.length]} ${word}`] : [],
  );
  return [...new Set([...words, ...pairs])].map((q) => ({ kind: "held out", q }));
}
