/** Frequent words of Indian names that say little, or have several spellings: data. */

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Forms of address that may stand before a name. */
export const TITLES = list(
  `mr mrs ms miss smt shrimati shri sh shree sri sree dr prof adv advocate ca er kum km master mst minor late col maj
   capt lt rev fr haji hafiz maulana pandit pt swami sardar messrs the`,
);

/** Forms of address that show if a man or a woman is meant. */
export const TITLE_GENDERS: ReadonlyMap<string, Gender> = new Map([
  ...["mr", "shri", "sh", "sardar"].map((word) => [word, "man"] as const),
  ...["mrs", "ms", "miss", "smt", "shrimati", "kum", "km", "mst"].map((word) => [word, "woman"] as const),
]);

export type Gender = "man" | "woman";

/** Courtesies that may follow a name as separate words. */
export const COURTESIES = list("ji jee garu saheb sahib sahab bhai ben behn");

/** Abbreviations of words of a name. */
export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ["md", "mohammed"],
  ["mohd", "mohammed"],
  ["muhd", "mohammed"],
  ["sk", "shaikh"],
  ["kr", "kumar"],
  ["ku", "kumari"],
  ["pd", "prasad"],
]);

/** Parts of names that are too common to identify anyone; with the gender, if they have one. */
export const COMMON_WORDS: ReadonlyMap<string, Gender | null> = new Map([
  ...["kumar", "singh", "lal"].map((word) => [word, "man"] as const),
  ...[
    "kumari",
    "devi",
    "kaur",
    "rani",
    "bai",
    "begum",
    "begam",
    "bibi",
    "beevi",
    "bano",
    "khatun",
    "khatoon",
  ].map((word) => [word, "woman"] as const),
  ...["chand", "chandra", "nath", "mohammed", "shaikh", "syed", "abdul", "ul", "bin", "binti"].map(
    (word) => [word, null] as const,
  ),
]);

/** Spellings of one word that differ by more than sound. */
export const SPELLINGS: readonly (readonly string[])[] = [
  ["mohammed", "mohammad", "mohamed", "muhammad", "muhammed", "mohamad", "mahammad", "muhamad"],
  ["shaikh", "shaik", "sheikh", "shekh", "sheik"],
  ["syed", "sayyed", "saiyed", "sayed", "sayyad", "saiyad"],
  ["abdul", "abdur", "abdus", "abd", "abdool"],
  ["rahman", "rehman", "rahaman", "rehaman"],
  ["ahmed", "ahmad", "ahammed", "ahamed"],
  ["begum", "begam"],
  ["khatun", "khatoon"],
  ["agarwal", "aggarwal", "agrawal", "aggrawal"],
  ["banerjee", "banerji", "banarji", "bandyopadhyay", "bandopadhyay"],
  ["mukherjee", "mukherji", "mukharji", "mukharjee", "mukhopadhyay", "mukhopadhyaya"],
  ["chatterjee", "chatterji", "chattarji", "chattopadhyay"],
  ["ganguly", "ganguli", "gangopadhyay"],
  ["bhattacharya", "bhattacharjee", "bhattacharyya"],
  ["chaudhary", "chaudhari", "choudhury", "chowdhury", "chowdary", "chaudhry", "choudhary", "chowdhary"],
  ["verma", "varma", "barma"],
  ["nair", "nayar"],
  ["iyer", "iyyer", "aiyar", "ayyar", "aiyer"],
  ["iyengar", "ayyangar", "aiyangar"],
  ["sahoo", "sahu"],
  ["rao", "rav", "ravu", "raw"],
  ["gowda", "gauda", "gaud"],
  ["mohapatra", "mahapatra"],
  ["singh", "sinh", "sing"],
  ["roy", "ray", "rai"],
  ["chakraborty", "chakrabarti", "chakravarty", "chakravarti", "chakrabarty"],
  ["bajpai", "bajpayee", "vajpayee", "vajpeyi"],
  ["srivastava", "shrivastava", "srivastav", "shrivastav"],
];

/** Family names that a whole region shares: they do not identify anyone alone. */
export const FAMILY_NAMES = list(
  `sharma verma gupta mishra pandey tiwari dwivedi trivedi shukla srivastava saxena agarwal bansal goyal jain mehta shah
   patel desai joshi bhatt pandya rathod solanki chauhan yadav rathore rawat negi bisht thakur rajput chaudhary
   jha sinha prasad das roy sen ghosh bose dutta banerjee mukherjee chatterjee bhattacharya chakraborty sarkar mondal
   sahoo mohapatra behera nayak panda patil pawar jadhav shinde kulkarni deshpande deshmukh gaikwad more kale naik
   shetty hegde gowda rao reddy naidu chetty pillai nair menon nambiar iyer iyengar khan ansari qureshi siddiqui
   shaikh pathan
   gill grewal sandhu sidhu dhillon arora malhotra kapoor khanna chopra kaul fernandes pereira dsouza
   bhandari kashyap paswan mahto malik rana tripathi dubey chaubey dixit bajpai lodha oberoi sethi bhatia`,
);

/** Endings after the given name in Telugu names; the family name may come before it or be left out. */
export const TELUGU_ENDINGS = list("rao reddy naidu chowdary prasad babu raju murthy sastry goud");

/** Words that describe the kind of business, in one spelling each. */
export const TRADE_WORDS = list(
  `traders trader trading enterprise enterprises industry industries udyog company co corporation corp agency agencies
   associate associates ventures store stores mart bazaar shop emporium bhandar kirana provision
   wholesale medical medicals medicos pharma pharmacy chemist chemical chemicals hospital clinic diagnostics labs
   laboratory nursing textile textiles garment garments fabric fabrics cloth saree sarees fashion fashions boutique
   tailors footwear steel motors auto automobiles tyres battery cycle transport logistics travels tour tours
   construction constructions builders developers projects infra infrastructure cement marble granite tiles plywood
   glass paint paints hardware sanitary tools engineering engineers works electrical electricals electronic electronics
   electric computer computers mobile mobiles technology technologies infotech software systems solutions services
   consultancy consultants security marketing media advertising events exports imports international
   foundation trust society samiti sanstha sangh association federation union committee council
   panchayat school college academy institute classes vidyalaya mandir hotel restaurant cafe dhaba caterers
   sweets bakery foods food beverages dairy farm farms agro fertilizers seeds processing furniture
   furnishing jewellers jewels parlour salon studio printers printing press stationery parts opticals
   fisheries housing finance capital sons brothers gat`,
);

/** Trade words that are also names of people: they do not make a name a business's by themselves. */
export const DOUBTFUL_TRADE_WORDS = list(
  `vidya mandal sangha beauty mill mills group general service gold india tea partners coach`,
);

/** Abbreviations of words of a business's name. */
export const TRADE_ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ["engg", "engineering"],
  ["intl", "international"],
  ["bros", "brothers"],
  ["co", "company"],
  ["corp", "corporation"],
  ["ent", "enterprise"],
  ["entp", "enterprise"],
  ["inds", "industry"],
  ["tech", "technology"],
  ["mfg", "manufacturing"],
  ["assn", "association"],
  ["soc", "society"],
]);

/** Trades with different words and nearly the same meaning. */
export const NEAR_TRADES: readonly ReadonlySet<string>[] = [
  list("trader trading"),
  list("electrical electric"),
  list("medical medicos pharmacy chemist"),
  list("agency associate"),
  list("restaurant hotel"),
];
