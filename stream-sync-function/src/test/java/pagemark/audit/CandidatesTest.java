package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.GroupLook;
import pagemark.index.LookResult.Register;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import pagemark.state.SampleGenerations;
import pagemark.sync.TableModel;

/// Rita's comment is on a cap. The index also has it on a shirt.
final class CandidatesTest {
  private static final Generation GENERATION =
      SampleGenerations.comments("g1", Generation.State.SERVING);
  private static final Bytes RITA = Bytes.utf8("rita");
  private static final Group SHIRT = new Group("SHIRT");
  private static final Group CAP = new Group("CAP");
  private static final Register UNFENCED = new Register(null, false);

  private static Indexed on(String product) {
    return (Indexed) GENERATION.definition().indexable(TableModel.comment("rita", product, 1));
  }

  private static DoubtfulItem candidate() {
    Entry ghost = on("SHIRT").entry();
    Candidates candidates = new Candidates(1);
    candidates.add(Map.of("PK", fromS("rita")), RITA, SHIRT, ghost, on("CAP"));
    return candidates.all().getFirst();
  }

  /// Else each ghost costs a second read of its item, and a store that keeps fences by place shows
  /// none for the place where the item belongs.
  @Test
  void theFirstLookIncludesWhereTheItemBelongs() {
    DoubtfulItem candidate = candidate();
    assertEquals(Set.of(SHIRT, CAP), candidate.groups());
    assertEquals(
        List.of(new GroupLook.Item(RITA, null), new GroupLook.Item(RITA, on("CAP").entry())),
        candidate.look(GENERATION, CAP).items());
  }

  @Test
  void aGroupThatTheFirstLookDidNotIncludeIsNotConfirmed() {
    DoubtfulItem candidate = candidate();
    candidate.note(SHIRT, List.of(UNFENCED, UNFENCED));
    assertFalse(candidate.judge(on("CAP")));
    assertTrue(candidate.confirm(SHIRT, List.of(UNFENCED, UNFENCED)));
    assertFalse(candidate.confirm(CAP, List.of(UNFENCED, UNFENCED)));
  }
}
