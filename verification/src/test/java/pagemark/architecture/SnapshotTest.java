package pagemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaStaticInitializer;
import java.security.SecureRandom;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Functions that are restored from one snapshot share what was in memory when it was taken, so
/// names, nonces and samples are made when they are used.
final class SnapshotTest {
  private static final JavaClasses FUNCTIONS = ProjectClasses.ofFunctions();

  private static final Set<String> RANDOM =
      Set.of(
          Random.class.getName(),
          SecureRandom.class.getName(),
          ThreadLocalRandom.class.getName(),
          RandomGenerator.class.getName());

  @Test
  void nothingStaticIsRandom() {
    noFields()
        .that()
        .areStatic()
        .should()
        .haveRawType(describe("random", type -> RANDOM.contains(type.getName())))
        .check(FUNCTIONS);
  }

  @Test
  void noConstructorOrStaticInitializerMakesAnythingRandom() {
    noClasses()
        .should()
        .callCodeUnitWhere(
            describe("they make something random", SnapshotTest::makesRandomAtConstruction))
        .check(FUNCTIONS);
  }

  private static boolean makesRandomAtConstruction(JavaCall<?> call) {
    boolean early =
        call.getOrigin().isConstructor() || call.getOrigin() instanceof JavaStaticInitializer;
    String owner = call.getTargetOwner().getName();
    boolean given = owner.equals(RandomGenerator.class.getName());
    return early
        && ((RANDOM.contains(owner) && !given)
            || (owner.equals(UUID.class.getName()) && call.getName().equals("randomUUID")));
  }
}
