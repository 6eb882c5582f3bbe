package pagemark.local.sample;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The words for comments in one language. A list of three lists holds what a dissatisfied, an
/// undecided and a satisfied customer says.
///
/// A comment's first sentence is an opening and an ending: how the customer came by the product,
/// and what became of it. Each further sentence is a subject and a verdict.
///
/// @param language null if the comment names none
record Voice(
    @Nullable String language,
    List<List<String>> titles,
    List<String> openings,
    List<List<String>> endings,
    List<String> subjects,
    List<List<String>> verdicts) {

  private static final Voice EN =
      of(
          "en",
          """
          Not for me | Sent it back | Expected more | Once and never again | A pity | \
          Two weeks, then broken
          Does the job | Mixed feelings | Fine for the price | Could be better | \
          No more, no less | Nice, but small
          Love it | Great find | Exactly right | Would buy it again | My new favourite | \
          Even better than the picture | Worth every cent
          Bought it for my brother | This is my second one | It was a present for my sister | \
          Found it by chance | Have had it for a month | It came two days early | \
          Wanted one for years | A friend told me about it
          and it is already broken | and it looks nothing like the picture | and I sent it back | \
          and nobody here likes it
          and it is all right | and it does what it should | and I am still not sure | \
          and it is fine for the price
          and everyone asks where it is from | and I would not give it back | \
          and it still looks new | and it makes me smile every morning | \
          and I have ordered another one
          The quality | The colour | The finish | The delivery | The price | The packaging
          let me down | is not what was promised | needs work
          is all right | is what I expected | could be a little better
          is a joy | could not be better | surprised my whole family
          """);

  private static final Voice DE =
      of(
          "de",
          """
          Nichts für mich | Ging zurück | Mehr erwartet | Einmal und nie wieder | Schade | \
          Nach zwei Wochen kaputt
          Erfüllt den Zweck | Geht so | Für den Preis in Ordnung | Ausbaufähig | \
          Nicht mehr, nicht weniger | Schön, aber klein
          Ganz toll | Volltreffer | Genau richtig | Jederzeit wieder | Mein Lieblingsstück | \
          Noch schöner als auf dem Bild | Jeden Cent wert
          Das war ein Geschenk für meinen Bruder | Das ist schon mein zweites | \
          Ich habe lange danach gesucht | Eine Freundin hat es mir empfohlen | \
          Ich habe es seit einem Monat | Es kam zwei Tage zu früh | Ein Zufallsfund | \
          Bestellt, ohne lange zu überlegen
          und es ist schon kaputt | und es sieht ganz anders aus als auf dem Bild | \
          und ich habe es zurückgeschickt | und hier mag es niemand
          und es ist in Ordnung | und es tut, was es soll | und ich bin noch unentschieden | \
          und für den Preis passt es
          und alle fragen, woher es ist | und ich gebe es nicht mehr her | \
          und es sieht aus wie neu | und es macht mir jeden Morgen Freude | \
          und das nächste ist schon bestellt
          Die Qualität | Die Farbe | Die Verarbeitung | Die Lieferung | Der Preis | Die Verpackung
          hat mich enttäuscht | ist nicht wie versprochen | ist ein Ärgernis
          ist in Ordnung | ist wie erwartet | könnte etwas besser sein
          ist eine Freude | könnte nicht besser sein | hat alle überrascht
          """);

  private static final Voice FR =
      of(
          "fr",
          """
          Pas pour moi | Renvoyé | J'attendais mieux | Plus jamais | Dommage | \
          Cassé au bout de deux semaines
          Fait l'affaire | Mitigé | Correct pour le prix | Peut mieux faire | Ni plus ni moins | \
          Joli, mais petit
          J'adore | Belle trouvaille | Parfait | Je recommande | Mon préféré | \
          Encore mieux qu'en photo | Vaut son prix
          C'était un cadeau pour mon frère | C'est déjà mon deuxième | \
          Je le cherchais depuis longtemps | Une amie me l'a conseillé | Je l'ai depuis un mois | \
          Il est arrivé avec deux jours d'avance | Trouvé par hasard | \
          Commandé sans trop réfléchir
          et il est déjà cassé | et il ne ressemble pas à la photo | et je l'ai renvoyé | \
          et personne ne l'aime ici
          et il me convient | et il fait ce qu'il doit | et j'hésite encore | \
          et pour le prix, c'est correct
          et tout le monde me demande d'où il vient | et je ne le rendrai pas | \
          et il a l'air neuf | et il me fait sourire chaque matin | et j'en ai commandé un autre
          La qualité | La couleur | La finition | La livraison | L'emballage | Le prix
          m'a beaucoup déçue | ne tient pas ses promesses | pose problème
          me convient | ne surprend pas | pourrait s'améliorer un peu
          me plaît beaucoup | dépasse mes attentes | a étonné tout le monde
          """);

  private static final Voice ES =
      of(
          "es",
          """
          No es para mí | Lo devolví | Una lástima
          Cumple | Ni fu ni fa | Ni más ni menos
          Me encanta | Gran hallazgo | Mi favorito | Vale lo que cuesta
          Era un regalo para mi hermano | Ya es el segundo | Lo buscaba desde hace años | \
          Me lo recomendó una amiga | Lo tengo desde hace un mes
          y ya está roto | y no se parece a la foto | y lo devolví
          y está bien | y hace lo que debe | y por el precio es correcto
          y todos me preguntan de dónde es | y no lo cambio por nada | y parece nuevo | \
          y ya he pedido otro
          La calidad | El color | El acabado | La entrega | El precio
          deja que desear | no me convence
          está bien | es lo que esperaba
          me ha sorprendido | no puede ser mejor
          """);

  private static final Voice SILENT =
      new Voice(null, EN.titles, EN.openings, EN.endings, EN.subjects, EN.verdicts);

  private static final List<Voice> BY_FREQUENCY = List.of(EN, DE, FR, ES, SILENT);
  private static final int[] PERCENT = {46, 28, 16, 6, 4};

  /// @param phrases a list in each line: three of titles, the openings, three of endings, the
  ///   subjects, three of verdicts
  private static Voice of(String language, String phrases) {
    List<List<String>> lists =
        phrases.lines().map(line -> List.of(line.split(" [|] ", -1))).toList();
    return new Voice(
        language,
        lists.subList(0, 3),
        lists.get(3),
        lists.subList(4, 7),
        lists.get(7),
        lists.subList(8, 11));
  }

  static Voice any(RandomGenerator random) {
    return BY_FREQUENCY.get(CommentGenerator.pick(PERCENT, random));
  }

  /// @param rating 1 to 5
  String title(int rating, RandomGenerator random) {
    return any(titles.get(mood(rating)), random);
  }

  /// One to four sentences that suit `rating`, each subject once.
  String text(int rating, RandomGenerator random) {
    int mood = mood(rating);
    SequencedMap<String, String> told = new LinkedHashMap<>();
    int sentences = 1 + random.nextInt(4);
    for (int i = 0; i < sentences; i++) {
      String begin = any(i == 0 ? openings : subjects, random);
      String end = any((i == 0 ? endings : verdicts).get(mood), random);
      told.putIfAbsent(begin, begin + (i == 0 ? ", " : " ") + end + ".");
    }
    return String.join(" ", told.values());
  }

  private static int mood(int rating) {
    return rating < 3 ? 0 : rating == 3 ? 1 : 2;
  }

  private static String any(List<String> words, RandomGenerator random) {
    return words.get(random.nextInt(words.size()));
  }
}
