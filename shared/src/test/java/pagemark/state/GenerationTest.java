package pagemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.key.GroupKey;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.key.Sort;
import pagemark.key.TextSort;
import pagemark.listing.IndexDefinition;
import pagemark.listing.json.DefinitionReader;

final class GenerationTest {
  /// Another release has built it.
  @Test
  void anIndexOfAnUnknownKeyFormatIsNeitherReadNorTakenOver() {
    Generation known = SampleGenerations.comments("g1", Generation.State.SERVING);
    assertTrue(known.isShown() && known.isBuiltFrom(known.definition()));
    assertUnknown(known, known.definition().ofFormat(IndexDefinition.KEY_FORMAT + 1));
    GroupKey group = known.definition().group();
    List<KeyAttribute> key = known.definition().positions().key();
    assertUnknown(known, folded(new PositionCodec(group, Sort.by("title", new TextSort(16)), key)));
    assertTrue(
        folded(new PositionCodec(group, Sort.by("title", new TextSort()), key)).isOfThisFormat());
  }

  private static IndexDefinition folded(PositionCodec positions) {
    return new IndexDefinition(
        "comments", positions, List.of(), List.of(), List.of(), null, IndexDefinition.KEY_FORMAT);
  }

  private static void assertUnknown(Generation known, IndexDefinition definition) {
    Generation unknown =
        SampleGenerations.of(
            known.id(),
            known.listing(),
            definition,
            known.table(),
            known.stream(),
            known.birth(),
            known.state());
    assertFalse(unknown.isShown());
    assertFalse(unknown.isBuiltFrom(unknown.definition()));
    assertEquals(definition, DefinitionReader.parse(definition.json()));
  }
}
