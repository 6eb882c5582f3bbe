package pagemark.local.sample;

import java.util.List;

/// The four newest comments on DAFT_PUNK_TSHIRT. Every sample begins with them. The documentation
/// and its tests show them literally; only this class defines them. In the listing's order, newest
/// first:
///
/// | PK | SK | Unix time | rating | language | title |
/// | --- | --- | --- | --- | --- | --- |
/// | `omar` | 2024-05-02 18:05 | 1714673100 | 4 | de | Gerne wieder |
/// | `zoe` | 2024-05-01 07:40 | 1714549200 | 5 | en | Harder, better, softer |
/// | `rita` | 2024-05-01 00:00 | 1714521600 | 5 | en | My new favourite |
/// | `ines` | 2024-05-01 00:00 | 1714521600 | 2 | fr | Un peu petit |
///
/// `rita` and `ines` wrote in the same minute, so the bytes of their keys decide which comes first.
final class WorkedExample {
  static final String PRODUCT = "DAFT_PUNK_TSHIRT";

  static final List<Comment> COMMENTS =
      List.of(
          new Comment(
              "omar",
              PRODUCT,
              "2024-05-02 18:05",
              4,
              "de",
              "Gerne wieder",
              "Der Aufdruck ist auch nach zehn Wäschen noch da."),
          new Comment(
              "zoe",
              PRODUCT,
              "2024-05-01 07:40",
              5,
              "en",
              "Harder, better, softer",
              "Wore it to the concert, and to work the next morning."),
          new Comment(
              "rita",
              PRODUCT,
              "2024-05-01 00:00",
              5,
              "en",
              "My new favourite",
              "Soft, fits well, and the print shines in the dark."),
          new Comment(
              "ines",
              PRODUCT,
              "2024-05-01 00:00",
              2,
              "fr",
              "Un peu petit",
              "Joli motif, mais il faut prendre une taille au-dessus."));

  private WorkedExample() {}
}
