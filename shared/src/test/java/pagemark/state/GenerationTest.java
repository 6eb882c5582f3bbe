package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import pagemark.listing.IndexDefinition;

final class GenerationTest {
  /// Another release has built it.
  @Test
  void anIndexOfAnUnknownKeyFormatIsNeitherReadNorTakenOver() {
    Generation known = SampleGenerations.comments("g1", Generation.State.SERVING);
    assertTrue(known.isShown() && known.isBuiltFrom(known.definition()));
    Generation unknown =
        new Generation(
            known.id(),
            known.listing(),
            known.definition().ofFormat(IndexDefinition.KEY_FORMAT + 1),
            known.table(),
            known.stream(),
            known.birth(),
            known.state());
    assertFalse(unknown.isShown());
    assertFalse(unknown.isBuiltFrom(unknown.definition()));
  }
}
