package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import pagemark.index.TakesLong;

/// A mistake of the template that shows in one place, with one way to log in and up to three extras
/// is among the combinations that each build tries.
@TakesLong(nightly = 5)
final class ChoicesTest {
  @Test
  void anyThreeExtrasMeetInEveryWayInEachPlace() {
    Map<Map<String, String>, List<Set<Integer>>> byPlace =
        Choices.everything()
            .collect(
                Collectors.groupingBy(
                    ChoicesTest::withoutExtras,
                    Collectors.mapping(ChoicesTest::extras, Collectors.toList())));
    assertEquals(Choices.PLACES.size() * Choices.AUTHS.size(), byPlace.size());
    int extras = Choices.EXTRAS.size();
    for (int i = 0; i < extras; i++) {
      for (int j = i + 1; j < extras; j++) {
        for (int k = j + 1; k < extras; k++) {
          Set<Integer> three = Set.of(i, j, k);
          byPlace.forEach((place, sets) -> assertEquals(8, ways(three, sets), place::toString));
        }
      }
    }
  }

  private static int ways(Set<Integer> three, List<Set<Integer>> sets) {
    Set<Set<Integer>> ways = new HashSet<>();
    for (Set<Integer> set : sets) {
      Set<Integer> way = new HashSet<>(three);
      way.retainAll(set);
      ways.add(way);
    }
    return ways.size();
  }

  private static Map<String, String> withoutExtras(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .filter(
            given -> Choices.EXTRAS.stream().noneMatch(extra -> extra.containsKey(given.getKey())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Set<Integer> extras(Map<String, String> parameters) {
    Set<Integer> extras = new HashSet<>();
    for (int i = 0; i < Choices.EXTRAS.size(); i++) {
      if (parameters.keySet().containsAll(Choices.EXTRAS.get(i).keySet())) {
        extras.add(i);
      }
    }
    return extras;
  }
}
