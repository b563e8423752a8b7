"""URLs of the league.

A club's pages are below its slug, everything else below /-/, which no club can have as its slug.
"""

from allauth.account import views as account
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from django.contrib.auth.decorators import login_required
from django.urls import path, register_converter

from league.converters import NumberConverter
from league.rules.records import FINAL_STAGE
from league.web.account import (
    address,
    invitation,
    joining,
    leaving,
    my,
    notifications,
    overview,
    password,
    second_factor,
    sessions,
)
from league.web.account.log_in import ConfirmCodeView, LogInView, RequestCodeView
from league.web.account.reauthentication import ReauthenticateByCodeView, ask_who_it_is
from league.web.account.sign_up import ConfirmSignUpView, SignUpView, waiting
from league.web.entry import (
    arrangement,
    at_table,
    confirmation,
    discard_sheet_draft,
    import_results,
    night,
    restore,
    result,
    undo_result,
)
from league.web.held import carry
from league.web.language import language
from league.web.manage import (
    check_in,
    closure,
    club_deletion,
    club_settings,
    competition_settings,
    decisions,
    divisions,
    draft,
    final,
    forfeit,
    guests,
    invite_players,
    join_requests,
    members,
    new_club,
    new_competition,
    new_players,
    new_tournament,
    news,
    nights,
    packs,
    player,
    player_merge,
    registration,
    remark,
    removal,
    revocation,
    rollover,
    schedule,
    screen_links,
    settlement,
    substitution,
    variants,
)
from league.web.manage import overview as manage
from league.web.manage import rounds as run_rounds
from league.web.manage.draw import DrawView
from league.web.public import (
    awards,
    boards,
    club,
    counting,
    demo,
    design,
    draw,
    hall_of_fame,
    home,
    ladder,
    mail_registration,
    match,
    night_table,
    paper,
    players,
    reference,
    report,
    rounds,
    rules,
    screen,
    search,
    season,
    site_text,
    standings,
    table_clock,
    why,
    year,
)
from league.web.public import player as player_page
from league.web.public import registration as public_registration

register_converter(NumberConverter, "number")

# Their names are the ones that allauth asks for.
ACCOUNTS = [
    path("-/language/", language, name="language"),
    path("-/log-in/", carry(LogInView.as_view()), name="account_login"),
    path("-/log-in/code/", carry(RequestCodeView.as_view()), name="account_request_login_code"),
    path("-/log-in/code/confirm/", carry(ConfirmCodeView.as_view()), name="account_confirm_login_code"),
    path("-/log-in/second-factor/", carry(second_factor.AuthenticateView.as_view()), name="mfa_authenticate"),
    path("-/log-in/passkey/", carry(second_factor.LogInByPasskeyView.as_view()), name="mfa_login_webauthn"),
    path("-/log-out/", carry(account.logout), name="account_logout"),
    path("-/sign-up/", SignUpView.as_view(), name="account_signup"),
    path("-/sign-up/code/", ConfirmSignUpView.as_view(), name="account_confirm_sign_up"),
    path("-/waiting/", waiting, name="account_waiting"),
    path("-/inactive/", account.account_inactive, name="account_inactive"),
    path("-/confirm/", account.reauthenticate, name="account_reauthenticate"),
    path("-/confirm/code/", second_factor.ReauthenticateView.as_view(), name="mfa_reauthenticate"),
    path(
        "-/confirm/passkey/",
        second_factor.ReauthenticateByPasskeyView.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    path("-/confirm/mailed-code/", ReauthenticateByCodeView.as_view(), name="account_reauthenticate_by_code"),
    path("-/password/", password.ChangePasswordView.as_view(), name="account_change_password"),
    path("-/password/set/", ask_who_it_is(account.password_set), name="account_set_password"),
    path("-/password/reset/", password.ResetPasswordView.as_view(), name="account_reset_password"),
    path("-/password/reset/sent/", account.password_reset_done, name="account_reset_password_done"),
    path(
        "-/password/reset/<slug:uidb36>/<slug:key>/",
        password.ResetFromKeyView.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "-/password/reset/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]

# Below the page of an account.
OWN_ACCOUNT = [
    path("-/account/sessions/", sessions.sessions, name="usersessions_list"),
    path("-/account/second-factor/", login_required(second_factor.IndexView.as_view()), name="mfa_index"),
    path(
        "-/account/second-factor/app/",
        ask_who_it_is(second_factor.ActivateAppView.as_view()),
        name="mfa_activate_totp",
    ),
    path(
        "-/account/second-factor/app/remove/",
        ask_who_it_is(totp.deactivate_totp),
        name="mfa_deactivate_totp",
    ),
    path(
        "-/account/second-factor/passkeys/add/",
        ask_who_it_is(second_factor.AddPasskeyView.as_view()),
        name="mfa_add_webauthn",
    ),
    path(
        "-/account/second-factor/passkeys/<number:pk>/remove/",
        ask_who_it_is(second_factor.RemovePasskeyView.as_view()),
        name="mfa_remove_webauthn",
    ),
    path(
        "-/account/second-factor/codes/",
        ask_who_it_is(recovery_codes.view_recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path(
        "-/account/second-factor/codes/new/",
        ask_who_it_is(recovery_codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "-/account/second-factor/codes/download/",
        ask_who_it_is(recovery_codes.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    path("-/account/", overview.overview, name="account"),
    path("-/account/name/", overview.NameView.as_view(), name="change-name"),
    path("-/account/address/", address.AddressView.as_view(), name="change-address"),
    path("-/account/address/confirm/", address.confirm_address, name="confirm-address"),
    path("-/account/data/", overview.data, name="my-data"),
    path("-/account/notifications/", notifications.NotificationsView.as_view(), name="notifications"),
    path("-/account/delete/", leaving.DeleteAccountView.as_view(), name="delete-account"),
]

urlpatterns = [
    path("", home.home, name="home"),
    *ACCOUNTS,
    *OWN_ACCOUNT,
    path("-/my/", my.my, name="my"),
    path("-/invitations/<str:token>/", invitation.InvitationView.as_view(), name="invitation"),
    path("-/notifications/<str:token>/", notifications.switch, name="switch-notifications"),
    path("-/clubs/new/", new_club.NewClubView.as_view(), name="new-club"),
    path("-/clubs/<slug:slug>/restore/", club_deletion.RestoreClubView.as_view(), name="restore-club"),
    path("-/search/", search.find, name="search"),
    path("-/design/", design.design, name="design"),
    path("-/demo/log-in/", demo.log_in, name="demo-log-in"),
    path("-/demo/reset/", demo.reset, name="demo-reset"),
    path("-/reference/", reference.show_index, name="reference"),
    path("-/reference/<slug:page>/", reference.show, name="reference-page"),
    path("-/report/", report.ReportView.as_view(), name="report"),
    path("-/imprint/", site_text.site_text, {"kind": "imprint"}, name="imprint"),
    path("-/contact/", site_text.site_text, {"kind": "contact"}, name="contact"),
    path("-/privacy/", site_text.site_text, {"kind": "privacy"}, name="privacy"),
    path("admin/", club.club_called_admin, name="admin"),
    path("<slug:club>/", club.club, name="club"),
    path("<slug:club>/-/manage/", manage.manage_club, name="manage-club"),
    path("<slug:club>/-/news/", news.NewsView.as_view(), name="club-news"),
    path("<slug:club>/-/settings/", club_settings.ClubSettingsView.as_view(), name="club-settings"),
    path("<slug:club>/-/delete/", club_deletion.DeleteClubView.as_view(), name="delete-club"),
    path("<slug:club>/-/club-file/", club_deletion.show_club_file, name="club-file"),
    path("<slug:club>/-/players/add/", new_players.NewPlayersView.as_view(), name="add-players"),
    path(
        "<slug:club>/-/competitions/new/",
        new_competition.NewCompetitionView.as_view(),
        name="new-competition",
    ),
    path("<slug:club>/-/tournaments/new/", new_tournament.NewTournamentView.as_view(), name="new-tournament"),
    path("<slug:club>/-/variants/", variants.show_variants, name="variants"),
    path("<slug:club>/-/variants/<number:variant>/remove/", variants.remove, name="remove-variant"),
    path("<slug:club>/-/join/", joining.JoinView.as_view(), name="ask-to-join"),
    path("<slug:club>/-/requests/", join_requests.show_requests, name="join-requests"),
    path(
        "<slug:club>/-/requests/<number:join_request>/",
        join_requests.AnswerView.as_view(),
        name="join-request",
    ),
    path("<slug:club>/-/leave/", leaving.LeaveClubView.as_view(), name="leave-club"),
    path("<slug:club>/-/players/<slug:player>/edit/", player.EditPlayerView.as_view(), name="edit-player"),
    path(
        "<slug:club>/-/players/<slug:player>/retire/", player.RetirePlayerView.as_view(), name="retire-player"
    ),
    path(
        "<slug:club>/-/players/<slug:player>/merge/",
        player_merge.MergePlayerView.as_view(),
        name="merge-player",
    ),
    path(
        "<slug:club>/-/players/<slug:player>/merge/<number:merge>/undo/",
        player_merge.UndoMergeView.as_view(),
        name="undo-merge",
    ),
    path(
        "<slug:club>/-/players/<slug:player>/forget/", player.ForgetPlayerView.as_view(), name="forget-player"
    ),
    path(
        "<slug:club>/-/members/invite/",
        invite_players.InvitePlayersView.as_view(),
        name="invite-players",
    ),
    path("<slug:club>/-/members/", members.MembersView.as_view(), name="members"),
    path("<slug:club>/-/members/<number:member>/", members.show_member, name="member"),
    path("<slug:club>/-/invitations/<number:invitation>/", members.withdraw, name="withdraw-invitation"),
    path("<slug:club>/players/", players.players, name="players"),
    path("<slug:club>/players/<slug:player>/", player_page.player, name="player"),
    path("<slug:club>/matches/<slug:match>/", match.match, name="match"),
    path("<slug:club>/-/enter/", night.begin, name="enter-results"),
    path("<slug:club>/-/enter/<str:day>/", night.begin, name="enter-night"),
    path("<slug:club>/matches/<slug:match>/enter/", result.enter, name="enter"),
    path("<slug:club>/matches/<slug:match>/enter/check/", result.check, name="check"),
    path("<slug:club>/matches/<slug:match>/enter/night/", result.watch_night, name="watch-night"),
    path(
        "<slug:club>/matches/<slug:match>/enter/discard/",
        discard_sheet_draft.DiscardView.as_view(),
        name="discard-sheet",
    ),
    path("<slug:club>/matches/<slug:match>/table/", at_table.AtTableView.as_view(), name="at-table"),
    path(
        "<slug:club>/matches/<slug:match>/restore/<number:number>/",
        restore.RestoreView.as_view(),
        name="restore",
    ),
    path("<slug:club>/matches/<slug:match>/undo/", undo_result.UndoResultView.as_view(), name="undo-result"),
    path(
        "<slug:club>/matches/<slug:match>/confirm/", confirmation.ConfirmView.as_view(), name="confirm-result"
    ),
    path(
        "<slug:club>/matches/<slug:match>/dispute/",
        confirmation.DisputeView.as_view(),
        name="dispute-result",
    ),
    path(
        "<slug:club>/matches/<slug:match>/settle/", confirmation.SettleView.as_view(), name="settle-dispute"
    ),
    path(
        "<slug:club>/matches/<slug:match>/remove-reason/",
        confirmation.RemoveDisputeReasonView.as_view(),
        name="remove-dispute-reason",
    ),
    path(
        "<slug:club>/matches/<slug:match>/arrange/",
        arrangement.ArrangementView.as_view(),
        name="arrange-match",
    ),
    path("<slug:club>/matches/<slug:match>/move/", nights.MoveMatchView.as_view(), name="move-match"),
    path("<slug:club>/matches/<slug:match>/decide/", forfeit.DecideMatchView.as_view(), name="decide-match"),
    path(
        "<slug:club>/matches/<slug:match>/substitute/",
        substitution.SubstituteView.as_view(),
        name="substitute",
    ),
    path("<slug:club>/matches/<slug:match>/paper/", paper.match, name="paper"),
    path("<slug:club>/matches/<slug:match>/clock/", table_clock.show, name="table-clock"),
    path(
        "<slug:club>/matches/<slug:match>/clock/worker.js",
        table_clock.show_worker,
        name="table-clock-worker",
    ),
    path("<slug:club>/<slug:competition>/", season.latest, name="competition"),
    path(
        "<slug:club>/<slug:competition>/settings/",
        competition_settings.CompetitionSettingsView.as_view(),
        name="competition-settings",
    ),
    path("<slug:club>/<slug:competition>/game/", variants.show_game, name="competition-game"),
    path("<slug:club>/<slug:competition>/new-season/", draft.BeginView.as_view(), name="new-season"),
    path("<slug:club>/<slug:competition>/rules/", rules.rules, name="rules"),
    path("<slug:club>/<slug:competition>/rules/strategy/", rules.strategy, name="strategy"),
    path("<slug:club>/<slug:competition>/year/", year.year, name="latest-year"),
    path("<slug:club>/<slug:competition>/year/<number:year>/", year.year, name="year"),
    path(
        "<slug:club>/<slug:competition>/year/<number:year>/settlement/",
        settlement.show_year,
        name="year-settlement",
    ),
    path("<slug:club>/<slug:competition>/paper/", paper.blank, name="blank-paper"),
    path("<slug:club>/<slug:competition>/count/", counting.count, name="counting"),
    path(
        "<slug:club>/<slug:competition>/players/<slug:player>/", player_page.show_sheets, name="player-sheets"
    ),
    path("<slug:club>/<slug:competition>/awards/", awards.recent, name="recent-awards"),
    path("<slug:club>/<slug:competition>/hall-of-fame/", hall_of_fame.hall_of_fame, name="hall-of-fame"),
    path("<slug:club>/<slug:competition>/<number:season>/", standings.standings, name="season"),
    path("<slug:club>/<slug:competition>/<number:season>/grid/", season.crosstable, name="season-grid"),
    path("<slug:club>/<slug:competition>/<number:season>/matches/", season.fixtures, name="season-matches"),
    path("<slug:club>/<slug:competition>/<number:season>/awards/", awards.awards, name="season-awards"),
    path("<slug:club>/<slug:competition>/<number:season>/prizes/", rounds.prizes, name="prizes"),
    path("<slug:club>/<slug:competition>/<number:season>/teams/", rounds.teams, name="teams"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/guests/", guests.GuestsView.as_view(), name="guests"
    ),
    path("<slug:club>/<slug:competition>/<number:season>/settlement/", settlement.show, name="settlement"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/tournament.trf",
        run_rounds.download_report,
        name="tournament-report",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/bracket/", rounds.show_bracket, name="bracket"),
    path("<slug:club>/<slug:competition>/<number:season>/ladder/", ladder.show_ladder, name="ladder"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/ladder/challenge/",
        ladder.ChallengeView.as_view(),
        name="challenge",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/rounds/", rounds.latest, name="rounds"),
    path("<slug:club>/<slug:competition>/<number:season>/rounds/<number:number>/", rounds.show, name="round"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/rounds/<number:number>/cards/",
        rounds.show_cards,
        name="table-cards",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/final/rounds/<number:number>/",
        rounds.show,
        {"stage": FINAL_STAGE},
        name="final-round",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/final/rounds/<number:number>/cards/",
        rounds.show_cards,
        {"stage": FINAL_STAGE},
        name="final-table-cards",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/screen/", screen.show, name="screen"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/screen/<str:token>/",
        screen.show_to_holder,
        name="hall-screen",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/screens/",
        screen_links.ScreenLinksView.as_view(),
        name="screen-links",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/draw/", draw.show, name="draw"),
    path("<slug:club>/<slug:competition>/<number:season>/draw/show/", DrawView.as_view(), name="run-draw"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/run/",
        run_rounds.RoundsView.as_view(),
        name="run-rounds",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/packs/",
        packs.PacksView.as_view(),
        name="packs",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/deals/", boards.list_deals, name="deals"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/deals/movement/",
        boards.show_movement,
        name="movement",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/deals/practice/",
        boards.show_practice,
        name="practice-deal",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/deals/<number:number>/", boards.show_deal, name="deal"
    ),
    path("<slug:club>/<slug:competition>/<number:season>/final/", final.FinalView.as_view(), name="final"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/register/",
        public_registration.RegisterView.as_view(),
        name="register",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/register/by-mail/",
        public_registration.RegisterByMailView.as_view(),
        name="register-by-mail",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/registration/",
        registration.RegistrationView.as_view(),
        name="registration",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/registration/<str:token>/",
        mail_registration.MailRegistrationView.as_view(),
        name="mail-registration",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/check-in/",
        check_in.CheckInView.as_view(),
        name="check-in",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/paper/", paper.night, name="night-paper"),
    path("<slug:club>/<slug:competition>/<number:season>/night/<str:day>/", night_table.show, name="night"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/results/",
        import_results.ImportResultsView.as_view(),
        name="import-results",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/results/results.<slug:file_format>",
        import_results.download_template,
        name="results-template",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/manage/", manage.manage_season, name="manage-season"
    ),
    path("<slug:club>/<slug:competition>/<number:season>/why/<slug:player>/", why.why, name="why"),
    path("<slug:club>/<slug:competition>/<number:season>/set-up/", draft.SetUpView.as_view(), name="set-up"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/set-up/divisions/",
        divisions.DivisionsView.as_view(),
        name="set-up-divisions",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/set-up/schedule/",
        schedule.MakeScheduleView.as_view(),
        name="set-up-schedule",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/nights/", nights.NightsView.as_view(), name="nights"
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/decisions/",
        decisions.list_decisions,
        name="season-decisions",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/decisions/<number:decision>/take-back/",
        revocation.RevocationView.as_view(),
        name="take-back",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/decisions/<number:decision>/remove-reason/",
        remark.RemoveReasonView.as_view(),
        name="remove-reason",
    ),
    *(
        path(
            f"<slug:club>/<slug:competition>/<number:season>/{view.url_path}/",
            view.as_view(),
            name=view.url_name,
        )
        for view in decisions.DECISION_VIEWS
    ),
    path("<slug:club>/<slug:competition>/<number:season>/close/", closure.CloseView.as_view(), name="close"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/reopen/", closure.ReopenView.as_view(), name="reopen"
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/roll-over/",
        rollover.RollOverView.as_view(),
        name="roll-over",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/roll-over/<number:job>/",
        rollover.ProgressView.as_view(),
        name="roll-over-progress",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/undo/", removal.RemovalView.as_view(), name="undo"),
]
