// Reads the statuses of other tools by the words in their names, in many languages.
import type { Status } from 'contract'
import { keyOfName } from '../people/people-list.ts'

/** Not begun, whatever other words say. */
const negations = `not done|not started|not yet|not begun|not finished|not complete|not completed|not resolved|not closed|not ready|not active
  not in progress|never started|undone|unstarted|unfinished|unresolved|uncompleted|unplanned|unscheduled|unreleased|undelivered|unshipped|unclosed
  incomplete|inactive|reopened|reopen|re opened|re open|to do|todo|to dos|todos|to start|to plan|to be done|to be started|to be planned
  to be scheduled|to be discussed|to be developed|selected for|backlog|icebox|in queue|in the queue|in planning|ready to start|ready to begin
  ready for development|ready for dev|ready for work|ready for implementation|ready for sprint|ready for estimation|ready for refinement
  ready for planning|ready to develop|ready to work
  nicht erledigt|nicht begonnen|nicht gestartet|nicht fertig|nicht abgeschlossen|nicht angefangen|nicht gelöst|noch nicht|unerledigt|unvollständig
  ungelöst|zu erledigen|zu tun
  à faire|pas commencé|pas encore|pas terminé|pas fait|non commencé|non démarré|non terminé|non résolu|incomplet
  por hacer|sin empezar|sin iniciar|sin terminar|sin resolver|no iniciado|no iniciada|no empezado|no completado|no terminado|incompleto
  a fazer|por fazer|não iniciado|não iniciada|não concluído|não concluída|não feito|não resolvido
  da fare|da completare|da iniziare|non iniziato|non iniziata|non completato|non fatto|non avviato|non risolto
  te doen|nog te doen|nog niet|niet gestart|niet begonnen|niet voltooid|niet klaar|onvoltooid
  do zrobienia|nie rozpoczęto|nie rozpoczęte|nierozpoczęte|nie zrobione|niezrobione|nie ukończone|nieukończone
  att göra|inte klar|inte klart|inte påbörjad|inte startad|ej klar|ej påbörjad|ej startad|ikke startet|ikke påbegyndt|ikke begynt|ikke færdig|ikke ferdig
  ikke fullført|skal gøres|må gjøres|å gjøre|tehtävä|tehtävät|ei aloitettu|ei valmis|aloittamatta
  k vyřešení|není hotovo|nehotovo|nezahájeno|teendő|teendők|nincs kész|yapılacak|yapılacaklar|başlamadı|başlanmadı|tamamlanmadı|bitmedi|de făcut|neînceput
  к выполнению|не начато|не начата|не начат|не завершено|не завершена|не завершен|не выполнено|не выполнена|не выполнен|не готово|не сделано|не решено
  треба зробити|потрібно виконати|до виконання|не розпочато|не завершено|не виконано|προς εκτέλεση|δεν έχει ξεκινήσει
  cần làm|chưa bắt đầu|chưa hoàn thành|chưa xong|belum dimulai|belum selesai|untuk dikerjakan
  nierozwiązane|onopgelost|olöst|uløst|ratkaisematon|nevyřešeno|çözülmedi|megoldatlan|nerezolvat|irrisolto|не вирішено
  לביצוע|לא התחיל|לא הושלם|للتنفيذ|لم يبدأ|لم يكتمل|لم يتم|غير مكتمل`
/** Words of scripts without blanks between words. */
const negationParts = '未|待办|待辦|待处理|待處理|尚未|作業前|할 일|해야 할|미완료|미해결|시작 전|ต้องทำ|ยังไม่'

/** Not begun, unless other words say so. */
const waiting = `open|opened|new|proposed|submitted|pending|planned|scheduled|triage|later|someday|next|queue|queued|deferred|postponed|inbox|ready|unassigned
  offen|neu|geplant|ausstehend|ouvert|nouveau|abierto|pendiente|pendientes|aberto|pendente|pendentes|aperto|nuovo|открыто|открыта|новая|новый`

const finished = `done|complete|completed|closed|close|resolved|finished|shipped|released|live|delivered|deployed|merged|fixed|solved|archived|verified
  accepted|implemented|published|launched|canceled|cancelled|abandoned|rejected|declined|obsolete|duplicate|removed|invalid|discarded|in production
  won t do|wont do|won t fix|wont fix|wontfix|wontdo|will not do|will not fix|not planned|not applicable|not needed|not required|not a bug
  can t reproduce|cannot reproduce|works as designed|works for me
  fertig|erledigt|abgeschlossen|geschlossen|beendet|gelöst|behoben|fertiggestellt|vollständig|abgebrochen|storniert|abgelehnt|verworfen|veröffentlicht
  terminé|terminée|terminés|fait|faite|fini|finie|achevé|clôturé|fermé|fermée|résolu|résolue|livré|annulé|annulée|rejeté
  hecho|hecha|completado|completada|terminado|terminada|finalizado|finalizada|cerrado|cerrada|resuelto|resuelta|listo|cancelado|cancelada|entregado
  concluído|concluída|feito|feita|fechado|fechada|resolvido|resolvida|concluídos|entregue
  fatto|fatta|completato|completata|finito|finita|chiuso|chiusa|risolto|risolta|concluso|conclusa|terminato|terminata|annullato
  gereed|klaar|voltooid|gedaan|afgerond|gesloten|opgelost|geannuleerd|gotowe|gotowy|zrobione|ukończone|ukończono|zakończone|zakończono|zamknięte
  rozwiązane|wykonane|anulowane|klar|klart|färdig|färdigt|slutförd|slutfört|stängd|avslutad|færdig|udført|afsluttet|lukket|ferdig|fullført|avsluttet|utført
  valmis|tehty|suljettu|hotovo|dokončeno|vyřešeno|uzavřeno|kész|befejezve|lezárva|bitti|tamamlandı|tamam|kapandı|finalizat|terminat|rezolvat|închis
  готово|выполнено|выполнена|выполнен|завершено|завершена|завершен|сделано|закрыто|закрыта|закрыт|решено|решена|отменено|отменена|виконано|закрито|зроблено
  ολοκληρωμένο|ολοκληρώθηκε|έγινε|hoàn thành|đã xong|xong|selesai|בוצע|הושלם|סגור|تم|مكتمل|مكتملة|منجز|مغلق`
const finishedParts = '完了|完成|已解決|已解决|已关闭|已關閉|解決済|終了|済み|取消|완료|종료|해결|เสร็จ'

const begun = `progress|inprogress|doing|started|begun|active|review|reviewing|reviewed|inreview|test|testing|tested|qa|uat|wip|develop|developing
  development|developed|dev|indevelopment|blocked|waiting|awaiting|hold|onhold|paused|suspended|stuck|ongoing|on going|working|worked|underway|under way
  committed|indeterminate|implementing|implementation|investigating|analysis|coding|building|fixing|verify|verifying|verification|validating|validation|staging
  feedback|rework|needs work|changes requested|executing|processing|acceptance|approval|deploying|releasing|merging|ready for release|ready for deploy
  ready for deployment|ready for merge|ready for launch|ready to ship|ready to deploy|ready to release|ready to merge
  in bearbeitung|in arbeit|begonnen|angefangen|gestartet|laufend|läuft|aktiv|wartet|wartend|blockiert|pausiert|angehalten|prüfung|zu prüfen|wird geprüft
  umsetzung|entwicklung|en cours|commencé|démarré|en attente|bloqué|en revue|en révision|à valider|en test|en pause
  en progreso|en curso|en proceso|iniciado|iniciada|en espera|bloqueado|bloqueada|en revisión|haciendo
  em andamento|em progresso|em curso|fazendo|em revisão|em espera|em execução|in corso|iniziato|avviato|in attesa|bloccato|in revisione|in lavorazione
  in uitvoering|bezig|wordt uitgevoerd|in behandeling|gestart|geblokkeerd|w toku|w trakcie|rozpoczęte|zablokowane|wstrzymane
  pågående|pågår|påbörjad|startad|igangværende|i gang|under arbeid|påbegyndt|startet|kesken|käynnissä|työn alla|probíhá|zpracovávaný|rozpracováno
  folyamatban|devam ediyor|sürüyor|başladı|în curs|în desfășurare|в работе|в процессе|выполняется|начато|на проверке|в ожидании|приостановлено
  заблокировано|у процесі|в процесі|в роботі|виконується|σε εξέλιξη|đang làm|đang tiến hành|đang thực hiện|sedang dikerjakan|sedang berlangsung
  dalam proses|בתהליך|בעבודה|قيد التقدم|قيد التنفيذ|قيد العمل|جارٍ`
const begunParts = '進行中|进行中|正在进行|作業中|対応中|处理中|處理中|レビュー|審査|审核|保留|진행|검토|보류|กำลัง'

/** Beside a word for finished work: it is not there yet. */
const nearly =
  /\b(to be|ready|waiting|awaiting|pending|needs?|almost|nearly|partly|partially|half|teilweise|fast|presque|casi|quase)\b/
/** “In design”, “Under construction” and others that no list has. */
const inSome = /^(in|under|im|being|currently) (?!(?:the )?(?:backlog|queue|icebox|inbox|planning|triage|consideration|future)\b)/

const letters: Record<string, string> = { ø: 'o', æ: 'ae', ł: 'l', đ: 'd', ß: 'ss', ı: 'i' }
/** Without case, accents and punctuation, with a blank at both ends. */
const folded = (text: string) =>
  ` ${keyOfName(text.replace(/[^\p{L}\p{M}\p{N}%]+/gu, ' ')).replace(/[øæłđßı]/g, (letter) => letters[letter] ?? letter)} `

/** The words of a text and their sequences, because looking for each phrase in each of 2,000 texts would take seconds. */
function phrasesIn(text: string) {
  const words = text.trim().split(' ').slice(0, mostWords)
  return words.flatMap((_, start) =>
    Array.from({ length: longestPhrase }, (__, more) => words.slice(start, start + more + 1).join(' ')),
  )
}
const mostWords = 12
const longestPhrase = 4

type Text = { text: string; phrases: readonly string[] }

function finder(words: string, parts = '') {
  const wanted = new Set(words.split(/[|\n]/).map((phrase) => folded(phrase).trim()))
  const wantedParts = parts.split('|').flatMap((part) => folded(part).trim() || [])
  return ({ text, phrases }: Text) =>
    phrases.some((phrase) => phrase !== '' && wanted.has(phrase)) || wantedParts.some((part) => text.includes(part))
}

const isNegated = finder(negations, negationParts)
const isFinished = finder(finished, finishedParts)
const isBegun = finder(begun, begunParts)
const isWaiting = finder(waiting)

/** What follows says nothing about a status. */
const longestName = 100

/** The status that a list, section, status or category of this name stands for; undefined if no word of it is known. */
export function readStatus(name: string): Status | undefined {
  // `inProgress` is two words, as IN_PROGRESS is.
  const text = folded(name.slice(0, longestName).replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2'))
  const percent = /^ (\d{1,3})(?: \d+)? ?% $/.exec(text)?.[1]
  if (percent !== undefined) return Number(percent) === 0 ? 'todo' : Number(percent) >= 100 ? 'done' : 'in_progress'
  const written = { text, phrases: phrasesIn(text) }
  if (isNegated(written)) return 'todo'
  if (isFinished(written)) return nearly.test(text) ? 'in_progress' : 'done'
  if (isBegun(written) || inSome.test(text.trim())) return 'in_progress'
  return isWaiting(written) ? 'todo' : undefined
}
