package pagemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaStaticInitializer;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
  private static final String[] OF_FUNCTIONS = {
    "pagemark.key..",
    "pagemark.listing..",
    "pagemark.index..",
    "pagemark.snapshot..",
    "pagemark.state..",
    "pagemark.redis..",
    "pagemark.api..",
    "pagemark.sync..",
    "pagemark.rebuild..",
    "pagemark.audit..",
    "pagemark.repair..",
    "pagemark.table..",
    "pagemark.function.."
  };

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("pagemark");

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
        .areDeclaredInClassesThat()
        .resideInAnyPackage(OF_FUNCTIONS)
        .and()
        .areStatic()
        .should()
        .haveRawType(describe("random", type -> RANDOM.contains(type.getName())))
        .check(MAIN);
  }

  @Test
  void noConstructorOrStaticInitializerMakesAnythingRandom() {
    noClasses()
        .that()
        .resideInAnyPackage(OF_FUNCTIONS)
        .should()
        .callCodeUnitWhere(
            describe("they make something random", SnapshotTest::makesRandomAtConstruction))
        .check(MAIN);
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
