package pagemark.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The functions call the index and DynamoDB and nothing else: the network of template.yaml lets
/// nothing else through, and a call of another service would hang there until it times out.
/// [FunctionJarsIT] looks at the libraries that are packaged.
final class ServicesTest {
  private static final JavaClasses FUNCTIONS = ProjectClasses.ofFunctions();
  private static final String[] STORES = {"pagemark.redis..", "pagemark.sql.."};

  private static final List<String> CLIENTS =
      List.of(
          "software.amazon.awssdk.services.",
          "com.amazonaws.services.",
          "java.net.http.",
          "javax.net.",
          "okhttp3.",
          "org.apache.http",
          "io.netty.");

  /// The client of DynamoDB, and the classes in which Lambda hands over events.
  private static final List<String> ALLOWED =
      List.of(
          "software.amazon.awssdk.services.dynamodb.", "com.amazonaws.services.lambda.runtime.");

  private static final DescribedPredicate<JavaClass> CLIENT_OF_ANOTHER_SERVICE =
      new DescribedPredicate<>("that are of the client of another service") {
        @Override
        public boolean test(JavaClass type) {
          return CLIENTS.stream().anyMatch(type.getName()::startsWith)
              && ALLOWED.stream().noneMatch(type.getName()::startsWith);
        }
      };

  private static final DescribedPredicate<JavaClass> CONNECTION =
      new DescribedPredicate<>("that connect to somewhere") {
        @Override
        public boolean test(JavaClass type) {
          return type.getPackageName().equals("java.net")
              && !List.of("URI", "URISyntaxException", "URLDecoder", "URLEncoder")
                  .contains(type.getSimpleName());
        }
      };

  @Test
  void functionsKnowNoClientOfAnotherService() {
    noClasses()
        .that()
        .resideOutsideOfPackages(STORES)
        .should()
        .dependOnClassesThat(CLIENT_OF_ANOTHER_SERVICE)
        .check(FUNCTIONS);
  }

  @Test
  void functionsButTheStoresOpenNoConnectionsThemselves() {
    noClasses()
        .that()
        .resideOutsideOfPackages(STORES)
        .should()
        .dependOnClassesThat(CONNECTION)
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
