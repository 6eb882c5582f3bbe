package pagemark.embedded;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Changes a method of Jetty, the web server of DynamoDB Local. A small jar with the rewritten
/// class comes before Jetty's own on the class path.
///
/// `getHost` answers 127.0.0.1: DynamoDB Local listens on every interface, and has no option for
/// that. It also leaves a sign, a file, so that who started the server knows that it was asked.
final class JettyPatch {
  static final String REFUSAL =
      "DynamoDB Local was stopped: this version of it cannot be kept on loopback";

  /// The system property of the server that names the sign.
  static final String SIGN = "pagemark.sign";

  private static final String JETTY = "jetty-server-*.jar";
  private static final String CONNECTOR = "org/eclipse/jetty/server/AbstractNetworkConnector.class";
  private static final ClassDesc FILE = ClassDesc.of("java.io.File");
  private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");

  private JettyPatch() {}

  /// Writes the jar.
  ///
  /// @param jars the folder of DynamoDB Local's jars
  /// @throws ServerStartException if their Jetty has no such method
  static void write(Path jars, Path file) {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      byte[] connector = keepOnLoopback(find(jars));
      jar.putNextEntry(new ZipEntry(CONNECTOR));
      jar.write(connector);
    } catch (IOException e) {
      throw new ServerStartException("Cannot write " + file, e);
    } catch (IllegalStateException e) {
      throw new ServerStartException(REFUSAL, e);
    }
  }

  /// Rewrites the method `getHost()` of a class to make the file of [#SIGN] and return 127.0.0.1.
  ///
  /// @throws IllegalStateException if the class has no such method
  static byte[] keepOnLoopback(byte[] connector) {
    ClassModel model = ClassFile.of().parse(connector);
    if (model.methods().stream().noneMatch(JettyPatch::isGetHost)) {
      throw new IllegalStateException("No method getHost");
    }
    return ClassFile.of()
        .transformClass(
            model,
            (type, element) -> {
              if (element instanceof MethodModel method && isGetHost(method)) {
                type.withMethodBody(
                    method.methodName(),
                    method.methodType(),
                    method.flags().flagsMask(),
                    JettyPatch::getHost);
              } else {
                type.with(element);
              }
            });
  }

  private static boolean isGetHost(MethodModel method) {
    return method.methodName().equalsString("getHost")
        && method.methodTypeSymbol().parameterCount() == 0;
  }

  private static void getHost(CodeBuilder code) {
    code.new_(FILE)
        .dup()
        .loadConstant(SIGN)
        .invokestatic(SYSTEM, "getProperty", MethodTypeDesc.of(CD_String, CD_String))
        .invokespecial(FILE, INIT_NAME, MethodTypeDesc.of(CD_void, CD_String))
        .invokevirtual(FILE, "createNewFile", MethodTypeDesc.of(CD_boolean))
        .pop()
        .loadConstant("127.0.0.1")
        .areturn();
  }

  private static byte[] find(Path jars) throws IOException {
    try (DirectoryStream<Path> candidates = Files.newDirectoryStream(jars, JETTY)) {
      for (Path candidate : candidates) {
        try (ZipFile jar = new ZipFile(candidate.toFile())) {
          ZipEntry found = jar.getEntry(CONNECTOR);
          if (found != null) {
            return read(jar, found);
          }
        }
      }
    }
    throw new IllegalStateException("No " + CONNECTOR);
  }

  private static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream bytes = jar.getInputStream(entry)) {
      return bytes.readAllBytes();
    }
  }
}
