package pagemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The functions call the index and DynamoDB and nothing else: the network of template.yaml lets
/// nothing else through, and a call of another service would hang there until it times out.
/// [FunctionJarsIT] looks at the libraries that are packaged.
final class ServicesTest {
  private static final JavaClasses FUNCTIONS = ProjectClasses.ofFunctions();
  private static final String[] STORES = {"pagemark.redis..", "pagemark.sql.."};
  private static final DescribedPredicate<JavaClass> CLIENT =
      resideInAnyPackage(
          "software.amazon.awssdk.services..",
          "com.amazonaws.services..",
          "java.net.http..",
          "javax.net..",
          "okhttp3..",
          "org.apache.http..",
          "io.netty..");

  /// The client of DynamoDB, and the classes in which Lambda hands over events.
  private static final DescribedPredicate<JavaClass> ALLOWED =
      resideInAnyPackage(
          "software.amazon.awssdk.services.dynamodb..", "com.amazonaws.services.lambda.runtime..");

  private static final Set<String> TEXTS =
      Set.of("URI", "URISyntaxException", "URLDecoder", "URLEncoder");

  @Test
  void functionsButTheStoresKnowNoClientOfAnotherServiceAndOpenNoConnections() {
    noClasses()
        .that()
        .resideOutsideOfPackages(STORES)
        .should()
        .dependOnClassesThat(CLIENT.and(not(ALLOWED)))
        .orShould()
        .dependOnClassesThat(
            resideInAPackage("java.net")
                .and(describe("no texts", type -> !TEXTS.contains(type.getSimpleName()))))
        .check(FUNCTIONS);
  }

  /// They sign in with the SDK's signer, which calls nobody.
  @Test
  void storesKnowNoServiceOfAws() {
    noClasses()
        .that()
        .resideInAnyPackage(STORES)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "software.amazon.awssdk.services..", "com.amazonaws..", "java.net.http..")
        .check(FUNCTIONS);
  }
}
