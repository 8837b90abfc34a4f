/** Answers of teachers to a request. */
export const REQUEST_ANSWERS = [
  "Bună ziua! Lucrez mult cu elevi de clasa a VIII-a. În prima lecție am face un test scurt, ca să vedem unde sunt golurile, apoi un plan până la examen. Sunt liberă luni și miercuri după ora 18.",
  "Bună ziua, predau la gimnaziu de mulți ani și corectez la Evaluarea Națională. Pot sâmbătă dimineața, online sau la mine. Prima lecție este de cunoaștere.",
  "Bună ziua! Pot miercuri seara, de la 18:30. Lucrăm pe capitole, cu o simulare la fiecare trei săptămâni și un rezumat pentru părinți după fiecare lecție.",
] as const;
