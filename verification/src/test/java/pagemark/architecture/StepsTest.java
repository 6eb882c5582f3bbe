package pagemark.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Holds the steps in ARCHITECTURE.md true: each names a class, and a class of an earlier step uses
/// it. The steps go through Redis, so the classes of the other stores are none of them.
final class StepsTest {
  private static final JavaClasses MAIN = ProjectClasses.all();
  private static final Pattern STEP = Pattern.compile("^ *[0-9]+\\. `(\\w+)`", Pattern.MULTILINE);

  @Test
  void eachStepOfAPageRequestIsCalledByAnEarlierOne() throws IOException {
    assertConnected(steps("## The way of a page request"), 10);
  }

  @Test
  void eachStepOfAStreamRecordIsCalledByAnEarlierOne() throws IOException {
    assertConnected(steps("## The way of a stream record"), 10);
  }

  private static void assertConnected(List<JavaClass> steps, int min) {
    assertTrue(steps.size() >= min, steps::toString);
    for (int i = 1; i < steps.size(); i++) {
      JavaClass step = steps.get(i);
      List<JavaClass> before = steps.subList(0, i);
      assertTrue(
          before.stream().anyMatch(earlier -> uses(earlier, step)),
          () -> "no earlier step uses " + step.getSimpleName());
    }
  }

  private static boolean uses(JavaClass user, JavaClass used) {
    return user.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .anyMatch(used::equals);
  }

  private static List<JavaClass> steps(String heading) throws IOException {
    String text = Files.readString(Path.of("../ARCHITECTURE.md"));
    String section = text.substring(text.indexOf(heading)).substring(heading.length());
    int end = section.indexOf("\n## ");
    List<JavaClass> steps = new ArrayList<>();
    STEP.matcher(end < 0 ? section : section.substring(0, end))
        .results()
        .map((MatchResult step) -> step.group(1))
        .forEach(name -> steps.add(named(name)));
    return steps;
  }

  private static JavaClass named(String name) {
    List<JavaClass> found =
        MAIN.stream()
            .filter(type -> !type.getPackageName().startsWith("pagemark.dynamodb"))
            .filter(type -> type.getSimpleName().equals(name))
            .toList();
    List<JavaClass> files = found.stream().filter(JavaClass::isTopLevelClass).toList();
    List<JavaClass> best = files.isEmpty() ? found : files;
    assertEquals(1, best.size(), name);
    return best.getFirst();
  }
}
