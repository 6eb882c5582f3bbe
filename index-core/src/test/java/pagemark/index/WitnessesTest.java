package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;

final class WitnessesTest {
  private static Witness witness(int sequence) {
    GroupRef group = new GroupRef("g1", "comments", new Group("shirt"));
    Fence fence = new Fence(new Sequence("" + sequence), null);
    return new Witness(group, Bytes.utf8("a"), fence, null, Instant.EPOCH);
  }

  @Test
  void aSampleHasTheLatestWitnessOfEachRangeOfSlots() {
    Witnesses witnesses = new Witnesses();
    for (int slot = 0; slot < 1_024; slot++) {
      witnesses.acknowledged(slot * 701 % 1_024, witness(slot));
    }
    assertEquals(4, witnesses.sample().size());
    assertTrue(witnesses.sample().contains(witness(1_023)));
    witnesses.noted(witnesses.unnoted());
    witnesses.acknowledged(300, witness(2_000));
    witnesses.acknowledged(310, witness(2_001));
    assertEquals(List.of(witness(2_001)), witnesses.sample());
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
