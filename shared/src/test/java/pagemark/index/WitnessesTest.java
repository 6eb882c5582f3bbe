package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.key.Bytes;
import pagemark.key.Group;

final class WitnessesTest {
  private static Witness witness(int sequence) {
    GroupRef group = new GroupRef("g1", "comments", new Group("shirt"));
    Fence fence = new Fence(new Sequence("" + sequence), null);
    return new Witness(group, Bytes.utf8("a"), fence, null, Instant.EPOCH);
  }

  @Test
  void aWitnessIsUnnotedUntilItIsNotedAndItsSuccessorAgain() {
    Witnesses witnesses = new Witnesses();
    witnesses.acknowledged(1, witness(1));
    witnesses.acknowledged(2, witness(2));
    List<Witness> unnoted = witnesses.unnoted();
    assertEquals(List.of(witness(1), witness(2)), unnoted);
    witnesses.acknowledged(2, witness(3));
    witnesses.noted(unnoted);
    assertEquals(List.of(witness(3)), witnesses.unnoted());
    witnesses.noted(witnesses.unnoted());
    assertEquals(List.of(), witnesses.unnoted());
    assertEquals(witness(1), witnesses.last("g1", 1));
  }
}
