/**
 * A small bridge for tasks in other languages: plain task words and the English
 * word that memory keeps for them. Everything else in another language is
 * dropped, because no list here could tell a name from a noun.
 */
const WORDS = `
übersetze translate übersetzen translate komprimiere compress komprimieren compress sende send senden send schicke send
öffne open öffnen open suche search suchen search lösche delete löschen delete erstelle create erstellen create
bericht report rechnung invoice vertrag contract besprechung meeting termin appointment datei file bilder image
wetter weather tabelle table übersicht overview zusammenfassen summarize konvertiere convert
konvertieren convert herunterladen download hochladen upload erinnere remind nachricht message aufgabe task
traduis translate traduire translate compresse compress compresser compress envoie send envoyer send ouvre open
cherche search chercher search supprime delete supprimer delete crée create créer create rapport report facture invoice
contrat contract fichier file météo weather calendrier calendar tableau table résume summarize
résumer summarize convertis convert convertir convert télécharge download télécharger download rappelle remind
tâche task traduce translate traducir translate comprime compress comprimir compress envía send enviar send abre open
busca search buscar search elimina delete eliminar delete crear create informe report factura invoice
contrato contract reunión meeting archivo file imagen image tiempo weather calendario calendar tabla table
resumir summarize convierte convert descarga download descargar download recuerda remind
mensaje message tarea task publica publish publicar publish traduza translate traduzir translate envia send
relatório report fatura invoice contratto contract traduci translate tradurre translate invia send inviare send
fattura invoice riunione meeting immagine image stuur send verstuur send vertaal translate rapporten report
factuur invoice vergadering meeting afbeelding image wyślij send przetłumacz translate raport report faktura invoice
spotkanie meeting gönder send çevir translate rapor report fatura invoice toplantı meeting
отправь send отправить send переведи translate перевести translate сожми compress сжать compress отчёт report
отчет report договор contract файл file встреча meeting погода weather задача task найди find открой open удали delete
создай create напомни remind письмо email таблица table изображение image أرسل send ترجم translate اضغط compress
التقرير report تقرير report العقد contract ملف file صورة image اجتماع meeting الطقس weather مهمة task ابحث search
احذف delete भेजो send रिपोर्ट report अनुवाद translate`;

/** Scripts without spaces are searched for these as they stand, the longest first. */
const UNSPACED_WORDS = `
发送 send 发到 send 翻译 translate 压缩 compress 转换 convert 下载 download 上传 upload 搜索 search 查询 query 创建 create
删除 delete 打开 open 提醒 remind 总结 summarize 分析 analyze 部署 deploy 报告 report 会议 meeting 任务 task 文件 file
图片 image 视频 video 音频 audio 表格 table 合同 contract 发票 invoice 天气 weather 日历 calendar 邮件 email 数据库 database
服务器 server 数据 data 代码 code 網站 website 网站 website 送って send 送信 send 翻訳 translate 圧縮 compress 変換 convert
検索 search 作成 create 削除 delete 要約 summarize 分析 analyze 会議 meeting 資料 document 画像 image 動画 video 音声 audio
天気 weather 予定 schedule 契約書 contract 請求書 invoice 報告書 report レポート report メール email ファイル file
カレンダー calendar データベース database サーバー server データ data コード code リマインド remind 보내줘 send 보내 send
번역 translate 압축 compress 변환 convert 검색 search 생성 create 삭제 delete 요약 summarize 회의 meeting 일정 schedule
보고서 report 파일 file 이미지 image 날씨 weather 계약서 contract 데이터 data`;

function pairs(text: string): ReadonlyMap<string, string> {
  const words = text.trim().split(/\s+/);
  const map = new Map<string, string>();
  for (let index = 0; index + 1 < words.length; index += 2)
    map.set(words[index] ?? "", words[index + 1] ?? "");
  return map;
}

/** Task words of languages with spaces, lower-case, to English. */
export const FOREIGN_WORDS = pairs(WORDS);

const UNSPACED = pairs(UNSPACED_WORDS);
const UNSPACED_PATTERN = new RegExp([...UNSPACED.keys()].sort((a, b) => b.length - a.length).join("|"), "gu");

/** The English task words inside a run of Chinese, Japanese or Korean text, in order. */
export function unspacedTaskWords(run: string): string[] {
  return Array.from(run.matchAll(UNSPACED_PATTERN), ([found]) => UNSPACED.get(found) ?? "");
}
