package pagemark.local.sample;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The words for comments in one language. A list of three lists holds what a dissatisfied, an
/// undecided and a satisfied customer says.
///
/// @param language null if the comment names none
/// @param subjects what a sentence is about
/// @param verdicts what it says about the subject
record Voice(
    @Nullable String language,
    List<List<String>> titles,
    List<String> subjects,
    List<List<String>> verdicts) {

  private static final Voice EN =
      new Voice(
          "en",
          List.of(
              List.of("Not for me", "Sent it back", "Expected more", "Once and never again"),
              List.of("Does the job", "Mixed feelings", "Fine for the price", "Could be better"),
              List.of("Love it", "Great find", "Exactly right", "Would buy it again")),
          List.of("The quality", "The colour", "The finish", "The delivery", "The price"),
          List.of(
              List.of("let me down", "is nothing like the picture", "needs work"),
              List.of("is all right", "is what I expected", "could be a little better"),
              List.of("is a joy", "could not be better", "surprised my whole family")));

  private static final Voice DE =
      new Voice(
          "de",
          List.of(
              List.of("Nichts für mich", "Ging zurück", "Mehr erwartet", "Einmal und nie wieder"),
              List.of("Erfüllt den Zweck", "Geht so", "Für den Preis in Ordnung", "Ausbaufähig"),
              List.of("Ganz toll", "Volltreffer", "Genau richtig", "Jederzeit wieder")),
          List.of("Die Qualität", "Die Farbe", "Die Verarbeitung", "Die Lieferung", "Der Preis"),
          List.of(
              List.of("hat mich enttäuscht", "passt nicht zum Bild", "ist ein Ärgernis"),
              List.of("ist in Ordnung", "ist wie erwartet", "könnte etwas besser sein"),
              List.of("ist eine Freude", "könnte nicht besser sein", "hat alle überrascht")));

  private static final Voice FR =
      new Voice(
          "fr",
          List.of(
              List.of("Pas pour moi", "Renvoyé", "J'attendais mieux", "Plus jamais"),
              List.of("Fait l'affaire", "Mitigé", "Correct pour le prix", "Peut mieux faire"),
              List.of("J'adore", "Belle trouvaille", "Parfait", "Je recommande")),
          List.of("La qualité", "La couleur", "La finition", "La livraison", "Le prix"),
          List.of(
              List.of("m'a beaucoup déçue", "ne tient pas ses promesses", "pose problème"),
              List.of("me convient", "ne surprend pas", "pourrait s'améliorer un peu"),
              List.of("me plaît beaucoup", "dépasse mes attentes", "a étonné tout le monde")));

  private static final Voice ES =
      new Voice(
          "es",
          List.of(
              List.of("No es para mí", "Lo devolví"),
              List.of("Cumple", "Ni fu ni fa"),
              List.of("Me encanta", "Gran hallazgo")),
          List.of("La calidad", "El color", "El acabado", "La entrega", "El precio"),
          List.of(
              List.of("deja que desear", "no me convence"),
              List.of("está bien", "es lo que esperaba"),
              List.of("me ha sorprendido", "no puede ser mejor")));

  private static final Voice SILENT = new Voice(null, EN.titles, EN.subjects, EN.verdicts);

  private static final List<Voice> BY_FREQUENCY = List.of(EN, DE, FR, ES, SILENT);
  private static final int[] PERCENT = {46, 28, 16, 6, 4};

  static Voice any(RandomGenerator random) {
    return BY_FREQUENCY.get(Weights.pick(PERCENT, random));
  }

  /// @param rating 1 to 5
  String title(int rating, RandomGenerator random) {
    return any(titles.get(mood(rating)), random);
  }

  /// One to four sentences that suit `rating`.
  String text(int rating, RandomGenerator random) {
    StringBuilder text = new StringBuilder();
    int sentences = 1 + random.nextInt(4);
    for (int i = 0; i < sentences; i++) {
      text.append(i == 0 ? "" : " ").append(any(subjects, random)).append(' ');
      text.append(any(verdicts.get(mood(rating)), random)).append('.');
    }
    return text.toString();
  }

  private static int mood(int rating) {
    return rating < 3 ? 0 : rating == 3 ? 1 : 2;
  }

  private static String any(List<String> words, RandomGenerator random) {
    return words.get(random.nextInt(words.size()));
  }
}
